/** What taking and removing snapshots have in common: when it begins, and what an attempt that failed leads to. Pure. */
import {
  type ClusterState,
  clusterHealth,
  type PolicyExecution,
  type PolicyProgress,
  type PolicyWork,
  type RetentionEnd,
  type SnapshotName,
  type SnapshotPolicyRecord,
} from '@skein/cluster';
import type { Schedule } from '../cron.js';
import type { FoundSnapshot, SnapshotPolicy } from './snapshot_policy.js';

export interface PolicyFacts {
  readonly state: ClusterState;
  readonly record: SnapshotPolicyRecord;
  /** The policy's snapshots in its repository; absent: nobody has looked. */
  readonly found?: readonly FoundSnapshot[];
  readonly nowMs: number;
}

export interface PolicyStep {
  readonly progress: PolicyProgress;
  readonly retention?: RetentionEnd;
}

export type PolicyDecision =
  /** Until then, or until the cluster changes. */
  | { readonly kind: 'nothing'; readonly untilMs?: number }
  /** It depends on what is in the repository. */
  | { readonly kind: 'look' }
  | { readonly kind: 'step'; readonly step: PolicyStep }
  | { readonly kind: 'create' }
  | { readonly kind: 'delete'; readonly snapshots: readonly SnapshotName[] };

export const NOTHING: PolicyDecision = { kind: 'nothing' };
export const LOOK: PolicyDecision = { kind: 'look' };

export function until(untilMs: number | undefined): PolicyDecision {
  return untilMs === undefined ? NOTHING : { kind: 'nothing', untilMs };
}

export function taking(step: PolicyStep): PolicyDecision {
  return { kind: 'step', step };
}

/** Why the work does not begin now; `undefined`: it does. */
export function waiting(
  policy: SnapshotPolicy,
  { record, state, nowMs }: PolicyFacts,
  { isDue, dueMs, failedAtMs }: PolicyWork,
): PolicyDecision | undefined {
  if (!mayBegin(state, record)) return NOTHING;
  if (!isDue && (dueMs === undefined || dueMs > nowMs)) return until(dueMs);
  const againMs = failedAtMs === undefined ? 0 : failedAtMs + policy.retry.delayMs;
  if (againMs > nowMs) return until(againMs);
  const isRed = policy.waitsForPrimaries && clusterHealth(state).status === 'red';
  return isRed ? NOTHING : undefined;
}

function mayBegin({ metadata }: ClusterState, { dialect, enabledMs }: SnapshotPolicyRecord) {
  if (dialect === 'slm' && metadata.snapshotLifecycle.isStopped) return false;
  return enabledMs !== undefined;
}

/** Under way. Times of the schedule that have passed are one time: they are not made up one by one. */
export function begun(
  work: PolicyWork,
  schedule: Schedule | undefined,
  started: NonNullable<PolicyWork['started']>,
  { message, nowMs }: { readonly message: string; readonly nowMs: number },
): PolicyWork {
  const latest = { status: 'IN_PROGRESS', startMs: nowMs, message } as const;
  return { ...rested(work, schedule, nowMs), started, latest };
}

/** Nothing under way, until the next time. */
export function rested(
  { dueMs, latest }: PolicyWork,
  schedule: Schedule | undefined,
  nowMs: number,
): PolicyWork {
  const next = dueMs !== undefined && dueMs > nowMs ? dueMs : schedule?.nextMs(nowMs);
  return {
    ...(next === undefined ? {} : { dueMs: next }),
    isDue: false,
    failures: 0,
    ...(latest === undefined ? {} : { latest }),
  };
}

export function ended(
  work: PolicyWork,
  nowMs: number,
  how: Pick<PolicyExecution, 'status' | 'message' | 'cause'>,
): PolicyExecution {
  return { startMs: work.latest?.startMs ?? nowMs, endMs: nowMs, ...how };
}

/** Another attempt after a while; `undefined`: there were enough. */
export function again(
  policy: SnapshotPolicy,
  work: PolicyWork,
  schedule: Schedule | undefined,
  failed: { readonly message: string; readonly cause: string; readonly nowMs: number },
): PolicyWork | undefined {
  const failures = work.failures + 1;
  if (failures > policy.retry.count) return undefined;
  const { message, cause, nowMs } = failed;
  const startMs = work.failures > 0 ? (work.latest?.startMs ?? nowMs) : nowMs;
  return {
    ...rested(work, schedule, nowMs),
    isDue: true,
    failures,
    failedAtMs: nowMs,
    latest: { status: 'RETRYING', startMs, message, cause },
  };
}

/** Whether the limit has passed; else when it will. */
export function limitPassed(
  { latest }: PolicyWork,
  limitMs: number | undefined,
  nowMs: number,
): { readonly isPassed: boolean; readonly atMs: number | undefined } {
  if (limitMs === undefined || latest === undefined) return { isPassed: false, atMs: undefined };
  const atMs = latest.startMs + limitMs;
  return { isPassed: nowMs > atMs, atMs: atMs + 1 };
}
