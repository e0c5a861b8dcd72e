/** Unregisters repositories; their contents stay. */
import { requireRepository } from '../snapshots/repository_rules.js';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';
import { checkNotSearched, checkUnused } from './put_repository.js';

interface DeleteRepositoriesRequest {
  readonly names: readonly string[];
}

export const delete_repositories: Command<DeleteRepositoriesRequest> = {
  name: 'delete_repositories',
  priority: 'NORMAL',
  source: ({ names }) => `delete_repository [${names.join(',')}]`,
  execute: (state, { names }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const repositories = new Map(state.metadata.repositories);
    for (const name of names) {
      requireRepository(state, name);
      checkUnused(state, name);
      checkNotSearched(state, name);
      repositories.delete(name);
    }
    return { ...state, metadata: { ...state.metadata, repositories } };
  },
};
