/** The state a master starts from: what was persisted, with every shard waiting for a place. */
import { unassignedRouting } from '../allocation/build_routing.js';
import { computeBlocks } from './blocks.js';
import { type ClusterState, emptyState, type Metadata } from './cluster_state.js';

export interface Recovery {
  readonly clusterName: string;
  readonly metadata: Metadata;
  readonly version: number;
  readonly term: number;
  readonly nowMs: number;
}

export function recoveredState({
  clusterName,
  metadata,
  version,
  term,
  nowMs,
}: Recovery): ClusterState {
  const kept: Metadata = { ...metadata, transientSettings: new Map() };
  const routing = new Map(
    [...kept.indices.values()].map((index) => [
      index.name,
      unassignedRouting(index, 'CLUSTER_RECOVERED', nowMs),
    ]),
  );
  const state = {
    ...emptyState(clusterName, metadata.clusterUuid),
    metadata: kept,
    routing,
    version,
    term,
  };
  return { ...state, blocks: computeBlocks(state) };
}
