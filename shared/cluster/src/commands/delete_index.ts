/** Indices are gone at once; tombstones tell nodes that were away. */
import { checkBlocks } from '../state/blocks.js';
import { type ClusterState, TOMBSTONE_LIMIT } from '../state/cluster_state.js';
import { requireIndex } from '../state/index_metadata.js';
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
  for (const name of new Set(names)) {
    const { uuid } = requireIndex(state, name);
    indices.delete(name);
    routing.delete(name);
    tombstones.push({ name, uuid, deletedAtMs: nowMs });
  }
  const kept = tombstones.slice(-TOMBSTONE_LIMIT);
  return { ...state, routing, metadata: { ...state.metadata, indices, tombstones: kept } };
}
