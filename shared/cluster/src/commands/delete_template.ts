/** Removes legacy templates by name or pattern. */
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';
import { withoutMatches } from './delete_index_template.js';

interface DeleteTemplateRequest {
  readonly pattern: string;
}

export const delete_template: Command<DeleteTemplateRequest> = {
  name: 'delete_template',
  priority: 'URGENT',
  source: ({ pattern }) => `remove-index-template [${pattern}]`,
  execute: (state, { pattern }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const templates = withoutMatches(state.metadata.templates, pattern);
    return templates === undefined
      ? state
      : { ...state, metadata: { ...state.metadata, templates } };
  },
};
