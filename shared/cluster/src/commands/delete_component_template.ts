/** Removes component templates by name or pattern; refuses if an index template uses one. */
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';
import { withoutMatches } from './delete_index_template.js';

interface DeleteComponentTemplateRequest {
  readonly pattern: string;
}

export const delete_component_template: Command<DeleteComponentTemplateRequest> = {
  name: 'delete_component_template',
  priority: 'URGENT',
  source: ({ pattern }) => `remove-component-template [${pattern}]`,
  execute: (state, { pattern }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { metadata } = state;
    const kept = withoutMatches(metadata.componentTemplates, pattern);
    if (kept === undefined) return state;
    const users = [...metadata.indexTemplates.values()].filter(({ composedOf = [] }) =>
      composedOf.some((name) => metadata.componentTemplates.has(name) && !kept.has(name)),
    );
    if (users.length > 0) throw inUse(users, (name) => !kept.has(name));
    return { ...state, metadata: { ...metadata, componentTemplates: kept } };
  },
};

function inUse(
  users: readonly { readonly name: string; readonly composedOf: readonly string[] | undefined }[],
  isRemoved: (name: string) => boolean,
): ApiError {
  const used = new Set(users.flatMap(({ composedOf }) => composedOf ?? []).filter(isRemoved));
  const names = users.map(({ name }) => name).sort();
  const reason = `component templates [${[...used].sort().join(', ')}] cannot be removed as they are still in use by index templates [${names.join(', ')}]`;
  return new ApiError('illegal_argument_exception', reason);
}
