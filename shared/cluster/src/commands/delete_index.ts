/** Deletes indices at once; tombstones inform nodes that were away. */
import { ApiError } from '@skein/errors';
import { checkNotTaken } from '../snapshots/repository_rules.js';
import { checkBlocks } from '../state/blocks.js';
import { type ClusterState, TOMBSTONE_LIMIT } from '../state/cluster_state.js';
import { type DataStream, streamOf, writeIndexName } from '../state/data_stream.js';
import { requireIndex } from '../state/index_metadata.js';
import { tombstoneOf } from '../state/tombstone.js';
import type { Command } from './command_type.js';

export interface DeleteIndexRequest {
  /** Concrete names. */
  readonly indices: readonly string[];
}

export const delete_index: Command<DeleteIndexRequest> = {
  name: 'delete_index',
  priority: 'URGENT',
  source: ({ indices }) => `delete-index [${indices.join(', ')}]`,
  execute: (state, { indices }, { nowMs }) => {
    checkBlocks(state, indices, { level: 'metadata_write', releasesResources: true });
    checkNotTaken(state, indices, 'delete');
    return removeIndices(state, indices, nowMs);
  },
};

export function removeIndices(
  state: ClusterState,
  names: readonly string[],
  nowMs: number,
): ClusterState {
  if (names.length === 0) return state;
  const indices = new Map(state.metadata.indices);
  const routing = new Map(state.routing);
  const tombstones = [...state.metadata.tombstones];
  const dataStreams = streamsWithout(state, names);
  for (const name of new Set(names)) {
    const index = requireIndex(state, name);
    indices.delete(name);
    routing.delete(name);
    tombstones.push(tombstoneOf(index, nowMs));
  }
  const kept = tombstones.slice(-TOMBSTONE_LIMIT);
  const metadata = { ...state.metadata, indices, dataStreams, tombstones: kept };
  return { ...state, routing, metadata };
}

/** Removes the indices from their data streams; refuses to remove a write index. */
function streamsWithout(
  state: ClusterState,
  names: readonly string[],
): ReadonlyMap<string, DataStream> {
  const { dataStreams } = state.metadata;
  const changed = new Map<string, DataStream>();
  for (const name of names) {
    const owner = streamOf(state, name);
    if (owner === undefined) continue;
    if (writeIndexName(owner) === name) {
      const reason = `index [${name}] is the write index for data stream [${owner.name}] and cannot be deleted`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    const stream = changed.get(owner.name) ?? owner;
    const indices = stream.indices.filter((one) => one !== name);
    changed.set(owner.name, { ...stream, indices });
  }
  return changed.size === 0 ? dataStreams : new Map([...dataStreams, ...changed]);
}
