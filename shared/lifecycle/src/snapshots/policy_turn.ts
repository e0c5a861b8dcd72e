/**
 * Common logic of taking and removing snapshots: when the work begins, and the consequences of a
 * failed attempt. Pure.
 */
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
  /** The policy's snapshots in its repository; absent if they have not been listed. */
  readonly found?: readonly FoundSnapshot[];
  readonly nowMs: number;
}

export interface PolicyStep {
  readonly progress: PolicyProgress;
  readonly retention?: RetentionEnd;
}

export type PolicyDecision =
  /** There is nothing to do until then, or until the cluster changes. */
  | { readonly kind: 'nothing'; readonly untilMs?: number }
  /** The decision depends on the contents of the repository. */
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

/** The decision to wait; `undefined` if the work begins now. */
export function waiting(
  policy: SnapshotPolicy,
  { record, state, nowMs }: PolicyFacts,
  { isDue, dueMs, failedAtMs }: PolicyWork,
): PolicyDecision | undefined {
  if (!mayBegin(state, record)) return NOTHING;
  if (!isDue && (dueMs === undefined || dueMs > nowMs)) return until(dueMs);
  const againMs = failedAtMs === undefined ? 0 : failedAtMs + policy.retry.delayMs;
  if (againMs > nowMs) return until(againMs);
  return policy.waitsForPrimaries && lacksPrimaries(state) ? NOTHING : undefined;
}

function lacksPrimaries(state: ClusterState): boolean {
  const { indices } = clusterHealth(state);
  return indices.some(
    ({ activePrimaryShards, numberOfShards }) => activePrimaryShards < numberOfShards,
  );
}

function mayBegin({ metadata }: ClusterState, { dialect, enabledMs }: SnapshotPolicyRecord) {
  if (dialect === 'slm' && metadata.snapshotLifecycle.isStopped) return false;
  return enabledMs !== undefined;
}

/**
 * Marks the work as started. Missed times of the schedule count as one: they are not made up
 * individually.
 */
export function begun(
  work: PolicyWork,
  schedule: Schedule | undefined,
  started: NonNullable<PolicyWork['started']>,
  { message, nowMs }: { readonly message: string; readonly nowMs: number },
): PolicyWork {
  const latest = { status: 'IN_PROGRESS', startMs: nowMs, message } as const;
  return { ...rested(work, schedule, nowMs), started, latest };
}

/** Marks the work as idle until the next time. */
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

/** Schedules another attempt after a while; `undefined` if there were enough. */
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

/** Tells if the time limit has passed, and otherwise when it will. */
export function limitPassed(
  { latest }: PolicyWork,
  limitMs: number | undefined,
  nowMs: number,
): { readonly isPassed: boolean; readonly atMs: number | undefined } {
  if (limitMs === undefined || latest === undefined) return { isPassed: false, atMs: undefined };
  const atMs = latest.startMs + limitMs;
  return { isPassed: nowMs > atMs, atMs: atMs + 1 };
}
