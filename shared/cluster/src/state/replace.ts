/** Copies of a state with some indices replaced or removed. */
import type { ClusterState } from './cluster_state.js';
import type { IndexMetadata } from './index_metadata.js';
import type { IndexRouting } from './routing_table.js';

export function replaceIndices(
  state: ClusterState,
  changed: readonly IndexMetadata[],
): ClusterState {
  if (changed.length === 0) return state;
  const indices = new Map(state.metadata.indices);
  for (const index of changed) indices.set(index.name, index);
  return { ...state, metadata: { ...state.metadata, indices } };
}

export function replaceRouting(
  state: ClusterState,
  changed: readonly IndexRouting[],
): ClusterState {
  if (changed.length === 0) return state;
  const routing = new Map(state.routing);
  for (const table of changed) routing.set(table.index, table);
  return { ...state, routing };
}
