/**
 * Cluster health, computed from shard routing alone. Red: some primary is not active, and may have
 * lost data or cannot start. Yellow: other copies are not active, or a primary that is only being
 * made, as in OpenSearch. Green: all copies are active.
 */
import { type ClusterState, dataNodes } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { isActive, type RecoverySource, type ShardCopy } from '../state/routing_table.js';

export type HealthStatus = 'green' | 'yellow' | 'red';

export interface ShardHealth {
  readonly shardId: number;
  readonly status: HealthStatus;
  readonly primaryActive: boolean;
  readonly activeShards: number;
  readonly relocatingShards: number;
  readonly initializingShards: number;
  readonly unassignedShards: number;
}

export interface IndexHealth {
  readonly index: string;
  readonly status: HealthStatus;
  readonly numberOfShards: number;
  readonly numberOfReplicas: number;
  readonly activePrimaryShards: number;
  readonly activeShards: number;
  readonly relocatingShards: number;
  readonly initializingShards: number;
  readonly unassignedShards: number;
  readonly shards: readonly ShardHealth[];
}

export interface ClusterHealth
  extends Omit<IndexHealth, 'index' | 'numberOfShards' | 'numberOfReplicas' | 'shards'> {
  readonly numberOfNodes: number;
  readonly numberOfDataNodes: number;
  readonly hasMaster: boolean;
  /** Replicas that wait for their former node to return. */
  readonly delayedUnassignedShards: number;
  /** A percentage from 0 to 100; 100 when there are no shards. */
  readonly activeShardsPercent: number;
  readonly indices: readonly IndexHealth[];
}

/** Health of the whole cluster, or of the named indices (names that do not exist are skipped). */
export function clusterHealth(state: ClusterState, indices?: readonly string[]): ClusterHealth {
  const names = indices ?? [...state.metadata.indices.keys()];
  const parts = names.flatMap((name) => {
    const index = state.metadata.indices.get(name);
    return index ? [indexHealth(state, index)] : [];
  });
  const sum = totals(parts);
  const all = sum.activeShards + sum.initializingShards + sum.unassignedShards;
  return {
    ...sum,
    status: worstStatus(parts.map((part) => part.status)),
    activePrimaryShards: parts.reduce((count, part) => count + part.activePrimaryShards, 0),
    numberOfNodes: state.nodes.size,
    numberOfDataNodes: dataNodes(state).length,
    delayedUnassignedShards: delayedShards(state, names),
    hasMaster: state.masterNodeId !== undefined,
    activeShardsPercent: all === 0 ? 100 : (sum.activeShards / all) * 100,
    indices: parts,
  };
}

function delayedShards({ routing }: ClusterState, names: readonly string[]): number {
  const copies = names.flatMap((name) => routing.get(name)?.shards.flat() ?? []);
  return copies.filter((copy) => copy.state === 'UNASSIGNED' && copy.unassigned?.delayed).length;
}

export function indexHealth(state: ClusterState, index: IndexMetadata): IndexHealth {
  const routing = state.routing.get(index.name);
  const shards = (routing?.shards ?? []).map(shardHealth);
  return {
    ...totals(shards),
    index: index.name,
    status: worstStatus(shards.map((shard) => shard.status)),
    numberOfShards: index.numberOfShards,
    numberOfReplicas: index.numberOfReplicas,
    activePrimaryShards: shards.filter((shard) => shard.primaryActive).length,
    shards,
  };
}

export function shardHealth(copies: readonly ShardCopy[], shardId: number): ShardHealth {
  const count = (state: ShardCopy['state']) => copies.filter((copy) => copy.state === state).length;
  const primary = copies.find((copy) => copy.primary);
  const primaryActive = primary !== undefined && isActive(primary);
  const activeShards = copies.filter(isActive).length;
  const relocatingShards = count('RELOCATING');
  return {
    shardId,
    status: primaryActive ? activeStatus(activeShards, copies.length) : inactiveStatus(primary),
    primaryActive,
    activeShards,
    relocatingShards,
    initializingShards: count('INITIALIZING'),
    unassignedShards: count('UNASSIGNED'),
  };
}

function activeStatus(activeShards: number, copies: number): HealthStatus {
  return activeShards === copies ? 'green' : 'yellow';
}

/** The sources of a primary that has never been active. */
const FIRST_SOURCES: ReadonlySet<RecoverySource> = new Set([
  'EMPTY_STORE',
  'LOCAL_SHARDS',
  'SNAPSHOT',
]);

function inactiveStatus(primary: ShardCopy | undefined): HealthStatus {
  const { recoverySource, unassigned } = primary ?? {};
  if (recoverySource === undefined || unassigned === undefined) return 'red';
  const { reason, failedAllocations, allocationStatus } = unassigned;
  // A new index and a lost one with a remote store both begin with what is in the store.
  const isFirst =
    FIRST_SOURCES.has(recoverySource) ||
    (recoverySource === 'REMOTE' && reason === 'INDEX_CREATED');
  const mayStart = failedAllocations === 0 && allocationStatus !== 'deciders_no';
  return isFirst && mayStart ? 'yellow' : 'red';
}

type Counts = Pick<
  ShardHealth,
  'activeShards' | 'relocatingShards' | 'initializingShards' | 'unassignedShards'
>;

function totals(parts: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => parts.reduce((total, part) => total + part[key], 0);
  return {
    activeShards: sum('activeShards'),
    relocatingShards: sum('relocatingShards'),
    initializingShards: sum('initializingShards'),
    unassignedShards: sum('unassignedShards'),
  };
}

export function worstStatus(statuses: readonly HealthStatus[]): HealthStatus {
  if (statuses.includes('red')) return 'red';
  return statuses.includes('yellow') ? 'yellow' : 'green';
}
