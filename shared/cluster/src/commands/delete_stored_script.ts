/** Removes a stored script by its id. */
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';

interface DeleteStoredScriptRequest {
  readonly id: string;
}

export const delete_stored_script: Command<DeleteStoredScriptRequest> = {
  name: 'delete_stored_script',
  priority: 'NORMAL',
  source: ({ id }) => `delete-script-${id}`,
  execute: (state, { id }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const storedScripts = new Map(state.metadata.storedScripts);
    if (!storedScripts.delete(id)) {
      const words = `stored script [${id}] does not exist and cannot be deleted`;
      throw new ApiError('resource_not_found_exception', words);
    }
    return { ...state, metadata: { ...state.metadata, storedScripts } };
  },
};
