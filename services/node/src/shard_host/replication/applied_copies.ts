/** A copy's view of its shard: the list of copies, read from an applied cluster state. Pure. */
import {
  assignedCopies,
  type ClusterState,
  type CopyView,
  clusterSettings,
  type IndexMetadata,
  isActive,
  isRemote,
  type RemoteView,
  type ShardCopy,
} from '@skein/cluster';
import { CLUSTER, INDEX, readSetting, type Settings } from '@skein/settings';
import type { AppliedCopies, PressureLimits, RemoteLimits } from '@skein/shard';
import type { DesiredShard } from '../desired_shards.js';

/** The cluster settings that apply to every recovery. */
export interface RecoveryLimits {
  readonly batchesAtOnce: number;
  readonly activityTimeoutMs: number;
  readonly remote: RemoteLimits;
  /** Undefined if late replicas apply no back-pressure to writes. */
  readonly segmentPressure: PressureLimits | undefined;
  /** Undefined if late replicas are never failed. */
  readonly segmentsLateMs: number | undefined;
}

export function recoveryLimits(state: ClusterState): RecoveryLimits {
  const settings = clusterSettings(state);
  return {
    batchesAtOnce: readSetting(settings, CLUSTER.recovery.operations),
    activityTimeoutMs: readSetting(settings, CLUSTER.recovery.activity),
    remote: {
      transferTimeoutMs: readSetting(settings, CLUSTER.remoteStore.transferTimeout),
      maxPendingBytes: readSetting(settings, CLUSTER.remoteStore.maxPending),
      maxRecords: readSetting(settings, CLUSTER.remoteStore.maxReaders),
    },
    segmentPressure: pressureLimits(settings),
    // OpenSearch's 0 stands for no limit.
    segmentsLateMs: readSetting(settings, CLUSTER.segmentReplication.lateLimit) || undefined,
  };
}

function pressureLimits(settings: Settings): PressureLimits | undefined {
  const { pressure, checkpointLimit, timeLimit, staleLimit } = CLUSTER.segmentReplication;
  if (!readSetting(settings, pressure)) return undefined;
  return {
    checkpoints: readSetting(settings, checkpointLimit),
    timeMs: readSetting(settings, timeLimit),
    staleShare: readSetting(settings, staleLimit),
  };
}

export function areSameLimits(a: RecoveryLimits, b: RecoveryLimits | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Undefined while the copy is alone: it is the only primary, and no other copy was ever in-sync
 * with it. With a remote store it is never undefined.
 */
export function appliedCopies(
  state: ClusterState,
  desired: DesiredShard,
  limits: RecoveryLimits,
): AppliedCopies | undefined {
  const { index, shardId, allocationId } = desired;
  const copies = copiesOf(state, desired);
  const assigned = assignedCopies(copies).flatMap(viewOf);
  const inSync = index.inSync[shardId] ?? [];
  const [only] = assigned;
  const isAlone =
    assigned.length === 1 && only?.primary === true && inSync.every((id) => id === allocationId);
  const remote = remoteView(index);
  if (isAlone && remote === undefined) return undefined;
  return {
    view: {
      version: state.version,
      primaryTerm: index.primaryTerms[shardId] ?? 1,
      copies: assigned,
      inSync,
      recoveryBatches: limits.batchesAtOnce,
      remote,
    },
    isComplete: copies.every((copy) => isActive(copy) && copy.relocation === undefined),
    recoveryTimeoutMs: limits.activityTimeoutMs,
    remoteLimits: remote && limits.remote,
    segmentPressure: limits.segmentPressure,
    segmentsLateMs: limits.segmentsLateMs,
  };
}

function remoteView({ settings, uuid: owner }: IndexMetadata): RemoteView | undefined {
  if (!isRemote(settings)) return undefined;
  const durability = readSetting(settings, INDEX.engine.durability);
  return { owner, isAwaited: durability.toLowerCase() !== 'async' };
}

/** All copies of the shard, including unassigned ones. */
export function copiesOf(
  state: ClusterState,
  { index, shardId }: Pick<DesiredShard, 'index' | 'shardId'>,
): readonly ShardCopy[] {
  return state.routing.get(index.name)?.shards[shardId] ?? [];
}

function viewOf({ nodeId, allocationId, primary, state, relocation }: ShardCopy): CopyView[] {
  if (nodeId === undefined || allocationId === undefined) return [];
  const seen = state === 'INITIALIZING' ? 'INITIALIZING' : 'STARTED';
  const handsOverTo = primary ? relocation?.allocationId : undefined;
  return [{ nodeId, allocationId, primary, state: seen, handsOverTo }];
}
