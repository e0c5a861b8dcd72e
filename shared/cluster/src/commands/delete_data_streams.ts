/** Deletes data streams with all their backing indices. */
import { checkNotTaken } from '../snapshots/repository_rules.js';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';
import { removeIndices } from './delete_index.js';

interface DeleteDataStreamsRequest {
  /** Names of data streams; a missing one is skipped. */
  readonly names: readonly string[];
}

export const delete_data_streams: Command<DeleteDataStreamsRequest> = {
  name: 'delete_data_streams',
  priority: 'HIGH',
  source: ({ names }) => `remove-data-stream [${names.join(',')}]`,
  execute: (state, { names }, { nowMs }) => {
    const dataStreams = new Map(state.metadata.dataStreams);
    const indices = names.flatMap((name) => dataStreams.get(name)?.indices ?? []);
    checkBlocks(state, indices, { level: 'metadata_write', releasesResources: true });
    checkNotTaken(state, indices, 'delete');
    for (const name of names) dataStreams.delete(name);
    if (dataStreams.size === state.metadata.dataStreams.size) return state;
    const without = { ...state, metadata: { ...state.metadata, dataStreams } };
    return removeIndices(without, indices, nowMs);
  },
};
