/**
 * Elasticsearch's `_ilm/stop` and `_ilm/start`: pauses or resumes all indices in their policies.
 */
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';

interface SetLifecycleModeRequest {
  readonly isStopped: boolean;
}

export const set_lifecycle_mode: Command<SetLifecycleModeRequest> = {
  name: 'set_lifecycle_mode',
  priority: 'IMMEDIATE',
  source: ({ isStopped }) => `ilm_operation_mode_update[${isStopped ? 'stopped' : 'running'}]`,
  execute: (state, { isStopped }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    if (state.metadata.lifecycle.isStopped === isStopped) return state;
    return { ...state, metadata: { ...state.metadata, lifecycle: { isStopped } } };
  },
};
