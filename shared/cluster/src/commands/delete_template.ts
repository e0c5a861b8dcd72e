/** Legacy templates are removed by name or pattern. */

import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';

export interface DeleteTemplateRequest {
  readonly pattern: string;
}

export const delete_template: Command<DeleteTemplateRequest> = {
  name: 'delete_template',
  priority: 'URGENT',
  source: ({ pattern }) => `remove-index-template [${pattern}]`,
  execute: (state, { pattern }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { templates } = state.metadata;
    const kept = new Map([...templates].filter(([name]) => !simpleMatch(pattern, name)));
    if (kept.size === templates.size) {
      if (pattern === '*') return state;
      throw new ApiError('index_template_missing_exception', `index_template [${pattern}] missing`);
    }
    return { ...state, metadata: { ...state.metadata, templates: kept } };
  },
};
