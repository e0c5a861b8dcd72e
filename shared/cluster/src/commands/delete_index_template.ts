/** Removes composable templates by name or pattern. */
import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { ComposableTemplate } from '../state/composable_template.js';
import { streamsUsing } from '../templates/streams_of_templates.js';
import type { Command } from './command_type.js';

interface DeleteIndexTemplateRequest {
  readonly pattern: string;
}

export const delete_index_template: Command<DeleteIndexTemplateRequest> = {
  name: 'delete_index_template',
  priority: 'URGENT',
  source: ({ pattern }) => `remove-index-template-v2 [${pattern}]`,
  execute: (state, { pattern }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const indexTemplates = withoutMatches(state.metadata.indexTemplates, pattern);
    if (indexTemplates === undefined) return state;
    checkUnused(state, indexTemplates);
    return { ...state, metadata: { ...state.metadata, indexTemplates } };
  },
};

function checkUnused(state: ClusterState, kept: ReadonlyMap<string, ComposableTemplate>): void {
  const gone = [...state.metadata.indexTemplates.keys()].filter((name) => !kept.has(name));
  const streams = streamsUsing(state, new Set(gone));
  if (streams.length === 0) return;
  const reason = `unable to remove composable templates [${gone.sort().join(', ')}] as they are in use by a data streams [${streams.join(', ')}]`;
  throw new ApiError('illegal_argument_exception', reason);
}

/**
 * The templates without the matching ones; `undefined`: the pattern matches everything and there is
 * none. Throws index_template_missing_exception if a name or pattern matches nothing.
 */
export function withoutMatches<T>(
  templates: ReadonlyMap<string, T>,
  pattern: string,
): ReadonlyMap<string, T> | undefined {
  const kept = new Map([...templates].filter(([name]) => !simpleMatch(pattern, name)));
  if (kept.size < templates.size) return kept;
  if (pattern === '*') return undefined;
  throw new ApiError('index_template_missing_exception', `index_template [${pattern}] missing`);
}
