/** The operations that are forbidden while there is no master, and before there ever was one. */
import type { ClusterBlock } from './blocks.js';
import { type ClusterState, clusterSettings, emptyState } from './cluster_state.js';

const UNAVAILABLE = {
  retryable: true,
  status: 503,
  statusName: 'SERVICE_UNAVAILABLE',
  allowReleaseResources: false,
} as const;

const NO_MASTER = 'cluster.no_cluster_manager_block';
const NO_MASTER_OLD = 'cluster.no_master_block';

const STATE_NOT_RECOVERED: ClusterBlock = {
  ...UNAVAILABLE,
  id: 1,
  description: 'state not recovered / initialized',
  levels: ['read', 'write', 'metadata_read', 'metadata_write', 'create_index'],
};

/** The state of a node that has not heard of its cluster since it started. */
export function unrecoveredState(clusterName: string): ClusterState {
  const state = emptyState(clusterName, '_na_');
  return { ...state, blocks: { global: [STATE_NOT_RECOVERED], indices: new Map() } };
}

/**
 * The last known state while there is no master. The setting `cluster.no_cluster_manager_block`
 * says which operations are blocked: all, write, or metadata_write.
 */
export function withoutMaster(state: ClusterState): ClusterState {
  const settings = clusterSettings(state);
  const kept = settings.get(NO_MASTER) ?? settings.get(NO_MASTER_OLD) ?? 'write';
  const block: ClusterBlock = {
    ...UNAVAILABLE,
    id: 2,
    description: 'no cluster-manager',
    levels: levelsOf(kept),
  };
  return {
    ...state,
    masterNodeId: undefined,
    blocks: { ...state.blocks, global: [...state.blocks.global, block] },
  };
}

function levelsOf(kept: string): ClusterBlock['levels'] {
  switch (kept) {
    case 'all':
      return ['read', 'write', 'metadata_read', 'metadata_write', 'create_index'];
    case 'metadata_write':
      return ['metadata_write', 'create_index'];
    default:
      return ['write', 'metadata_write', 'create_index'];
  }
}
