/** The state that a new master starts from: the persisted metadata, with every shard unassigned. */
import type { Settings } from '@skein/settings';
import { unassignedRouting } from '../allocation/build_routing.js';
import { computeBlocks } from './blocks.js';
import { type ClusterState, emptyState, type Metadata } from './cluster_state.js';

export interface Recovery {
  readonly clusterName: string;
  readonly metadata: Metadata;
  /** Cluster settings from this node's configuration. */
  readonly configuredSettings: Settings;
  readonly version: number;
  readonly term: number;
  readonly nowMs: number;
}

export function recoveredState(recovery: Recovery): ClusterState {
  const { clusterName, configuredSettings, version, term, nowMs } = recovery;
  const metadata: Metadata = { ...recovery.metadata, transientSettings: new Map() };
  const routing = new Map(
    [...metadata.indices.values()].map((index) => [
      index.name,
      unassignedRouting(index, 'CLUSTER_RECOVERED', nowMs),
    ]),
  );
  const state: ClusterState = {
    ...emptyState(clusterName, metadata.clusterUuid),
    configuredSettings,
    metadata,
    routing,
    version,
    term,
  };
  return { ...state, blocks: computeBlocks(state) };
}
