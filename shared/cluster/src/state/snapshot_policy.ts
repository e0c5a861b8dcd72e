/**
 * Snapshot policies, which take and remove snapshots by themselves, and the progress of each.
 * `@skein/lifecycle` interprets the policies.
 */
import type { JsonObject } from '@skein/content';

/**
 * `sm` is snapshot management of OpenSearch, `slm` snapshot lifecycle management of Elasticsearch.
 */
export type SnapshotPolicyDialect = 'sm' | 'slm';

export interface SnapshotPolicyRecord {
  readonly dialect: SnapshotPolicyDialect;
  readonly name: string;
  /** The policy as the request gave it. */
  readonly source: JsonObject;
  /**
   * The user who stored the policy, with that user's permissions: the policy acts with them. Never
   * shown.
   */
  readonly owner: JsonObject;
  /** Version of the policy; it rises whenever the policy is stored, from 1. */
  readonly version: number;
  /** Sequence number that rises with every change of any policy. */
  readonly seqNo: number;
  readonly updatedMs: number;
  /** Time since which the policy starts its work when due; absent: the policy is disabled. */
  readonly enabledMs?: number;
  /**
   * A number that rises with every change of the record; a step that was decided on another number
   * is refused.
   */
  readonly step: number;
  /** Absent if the policy takes no snapshots. */
  readonly creation?: PolicyWork;
  /** Absent if the policy removes no snapshots. */
  readonly deletion?: PolicyWork;
  readonly counts: PolicyCounts;
  readonly lastSuccess?: TakenSnapshot;
  readonly lastFailure?: FailedSnapshot;
}

/** One of the two kinds of work of a policy: taking snapshots, or removing them. */
export interface PolicyWork {
  /** Next time the work is due; absent: the cluster's schedule decides (`SnapshotLifecycle`). */
  readonly dueMs?: number;
  /**
   * True if the work is due and waits to start: for another attempt, for the cluster, or because a
   * user requested it.
   */
  readonly isDue: boolean;
  /** The work under way. */
  readonly started?: {
    /** UUID of the snapshot or of the deletion. */
    readonly uuid: string;
    /** Names of the snapshots. */
    readonly names: readonly string[];
  };
  readonly latest?: PolicyExecution;
  /** Number of failed attempts since the work was due. */
  readonly failures: number;
  readonly failedAtMs?: number;
}

export interface PolicyExecution {
  readonly status: 'IN_PROGRESS' | 'RETRYING' | 'SUCCESS' | 'FAILED' | 'TIME_LIMIT_EXCEEDED';
  readonly startMs: number;
  readonly endMs?: number;
  readonly message: string;
  readonly cause?: string;
}

export interface PolicyCounts {
  readonly taken: number;
  readonly failed: number;
  readonly deleted: number;
  readonly deletionsFailed: number;
  /** Number of snapshots that failed since the last success. */
  readonly failedInRow: number;
}

export interface TakenSnapshot {
  readonly snapshot: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Names of the indices in the snapshot. */
  readonly indices: readonly string[];
}

export interface FailedSnapshot {
  readonly snapshot: string;
  readonly atMs: number;
  readonly reason: string;
}

/** The state that all policies of Elasticsearch share. */
export interface SnapshotLifecycle {
  readonly isStopped: boolean;
  /** Next time snapshots are removed, by `slm.retention_schedule`; absent: not computed yet. */
  readonly retentionDueMs?: number;
  /** The schedule that `retentionDueMs` was computed from. */
  readonly retentionSchedule?: string;
  readonly retentionRuns: number;
  readonly retentionFailed: number;
  readonly retentionTimedOut: number;
  readonly deletionMs: number;
}

export const NO_COUNTS: PolicyCounts = {
  taken: 0,
  failed: 0,
  deleted: 0,
  deletionsFailed: 0,
  failedInRow: 0,
};

export const SNAPSHOT_LIFECYCLE: SnapshotLifecycle = {
  isStopped: false,
  retentionRuns: 0,
  retentionFailed: 0,
  retentionTimedOut: 0,
  deletionMs: 0,
};

export function snapshotPolicyKey(dialect: SnapshotPolicyDialect, name: string): string {
  return `${dialect}/${name}`;
}
