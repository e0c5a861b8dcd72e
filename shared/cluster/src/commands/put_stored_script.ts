/** Stores a script under an id. */
import { ApiError } from '@skein/errors';
import type { StoredScript } from '@skein/script';
import { CLUSTER, readSetting } from '@skein/settings';
import { checkBlocks } from '../state/blocks.js';
import { clusterSettings } from '../state/cluster_state.js';
import type { Command } from './command_type.js';

interface PutStoredScriptRequest {
  readonly id: string;
  readonly script: StoredScript;
  /** Size of the request's body. */
  readonly sizeBytes: number;
}

export const put_stored_script: Command<PutStoredScriptRequest> = {
  name: 'put_stored_script',
  priority: 'NORMAL',
  source: ({ id }) => `put-script-${id}`,
  execute: (state, { id, script, sizeBytes }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const limit = readSetting(clusterSettings(state), CLUSTER.script.maxSizeInBytes);
    if (sizeBytes > limit) {
      const words = `exceeded max allowed stored script size in bytes [${limit}] with size [${sizeBytes}] for script [${id}]`;
      throw new ApiError('illegal_argument_exception', words);
    }
    const storedScripts = new Map(state.metadata.storedScripts).set(id, script);
    return { ...state, metadata: { ...state.metadata, storedScripts } };
  },
};
