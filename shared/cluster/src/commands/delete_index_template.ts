/** Composable templates are removed by name or pattern. */
import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';

export interface DeleteIndexTemplateRequest {
  readonly pattern: string;
}

export const delete_index_template: Command<DeleteIndexTemplateRequest> = {
  name: 'delete_index_template',
  priority: 'URGENT',
  source: ({ pattern }) => `remove-index-template-v2 [${pattern}]`,
  execute: (state, { pattern }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const indexTemplates = withoutMatches(state.metadata.indexTemplates, pattern);
    return indexTemplates === undefined
      ? state
      : { ...state, metadata: { ...state.metadata, indexTemplates } };
  },
};

/** `undefined`: all of none were to be removed. Throws index_template_missing_exception where a name or pattern finds nothing. */
export function withoutMatches<T>(
  templates: ReadonlyMap<string, T>,
  pattern: string,
): ReadonlyMap<string, T> | undefined {
  const kept = new Map([...templates].filter(([name]) => !simpleMatch(pattern, name)));
  if (kept.size < templates.size) return kept;
  if (pattern === '*') return undefined;
  throw new ApiError('index_template_missing_exception', `index_template [${pattern}] missing`);
}
