/** The routing of an index with all its copies unassigned: the starting point of `reroute`. */
import { INDEX, readSetting } from '@skein/settings';
import { resizeSource } from '../resize/resize_source.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import type {
  IndexRouting,
  ShardCopy,
  UnassignedInfo,
  UnassignedReason,
} from '../state/routing_table.js';
import { isSearchableSnapshot } from '../state/searchable_snapshot.js';

export function unassignedInfo(reason: UnassignedReason, nowMs: number): UnassignedInfo {
  return {
    reason,
    atMs: nowMs,
    failedAllocations: 0,
    details: undefined,
    allocationStatus: 'no_attempt',
  };
}

export function unassignedReplica(info: UnassignedInfo): ShardCopy {
  return {
    primary: false,
    state: 'UNASSIGNED',
    nodeId: undefined,
    allocationId: undefined,
    recoverySource: 'PEER',
    unassigned: info,
  };
}

/**
 * The recovery source of a primary: always the snapshot if the index is searched in it; the disk if
 * a copy was ever started; otherwise the source of the index.
 */
export function primarySource(
  index: IndexMetadata,
  shardId: number,
  inSync: readonly string[] = index.inSync[shardId] ?? [],
): ShardCopy['recoverySource'] {
  if (isSearchableSnapshot(index)) return 'SNAPSHOT';
  if (inSync.length > 0) return 'EXISTING_STORE';
  if (typeof index.restoredFrom?.generations[shardId] === 'string') return 'SNAPSHOT';
  if (resizeSource(index) !== undefined) return 'LOCAL_SHARDS';
  return readSetting(index.settings, INDEX.remoteStore.enabled) ? 'REMOTE' : 'EMPTY_STORE';
}

export function unassignedPrimary(
  index: IndexMetadata,
  shardId: number,
  info: UnassignedInfo,
): ShardCopy {
  return {
    primary: true,
    state: 'UNASSIGNED',
    nodeId: undefined,
    allocationId: undefined,
    recoverySource: primarySource(index, shardId),
    unassigned: info,
  };
}

export function unassignedRouting(
  index: IndexMetadata,
  reason: UnassignedReason,
  nowMs: number,
): IndexRouting {
  const info = unassignedInfo(reason, nowMs);
  const shards = Array.from({ length: index.numberOfShards }, (_, shardId) => [
    unassignedPrimary(index, shardId, info),
    ...Array.from({ length: index.numberOfReplicas }, () => unassignedReplica(info)),
  ]);
  return { index: index.name, uuid: index.uuid, shards };
}

/**
 * The same routing with `replicas` replicas of each shard: unassigned ones are added, or the least
 * useful ones removed.
 */
export function withReplicaCount(
  routing: IndexRouting,
  replicas: number,
  nowMs: number,
): IndexRouting {
  const info = unassignedInfo('REPLICA_ADDED', nowMs);
  const shards = routing.shards.map((copies) => {
    const [primary, ...others] = copies;
    const kept = [...others].sort((a, b) => rank(a) - rank(b)).slice(0, replicas);
    while (kept.length < replicas) kept.push(unassignedReplica(info));
    return primary ? [primary, ...kept] : kept;
  });
  return { ...routing, shards };
}

function rank(copy: ShardCopy): number {
  return { STARTED: 0, RELOCATING: 1, INITIALIZING: 2, UNASSIGNED: 3 }[copy.state];
}
