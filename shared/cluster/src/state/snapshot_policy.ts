/** What the cluster remembers of policies that take and remove snapshots by themselves, and how far each is. The policies are read by `@skein/lifecycle`. */
import type { JsonObject } from '@skein/content';

/** Snapshot management of OpenSearch, snapshot lifecycle management of Elasticsearch. */
export type SnapshotPolicyDialect = 'sm' | 'slm';

export interface SnapshotPolicyRecord {
  readonly dialect: SnapshotPolicyDialect;
  readonly name: string;
  /** As it was given. */
  readonly source: JsonObject;
  /** Who stored it, and what they may do: it takes what they may take. Never shown. */
  readonly owner: JsonObject;
  /** Of the policy: rises whenever it is stored, from 1. */
  readonly version: number;
  /** Rises with every change of any policy. */
  readonly seqNo: number;
  readonly updatedMs: number;
  /** Since when it begins work when that is due; absent: it rests. */
  readonly enabledMs?: number;
  /** Rises with every change of the record: what was decided on another is not taken. */
  readonly step: number;
  /** Absent: the policy takes none. */
  readonly creation?: PolicyWork;
  /** Absent: the policy removes none. */
  readonly deletion?: PolicyWork;
  readonly counts: PolicyCounts;
  readonly lastSuccess?: TakenSnapshot;
  readonly lastFailure?: FailedSnapshot;
}

/** One of the two kinds of work of a policy: taking snapshots, or removing them. */
export interface PolicyWork {
  /** When it is due next; absent: the cluster says (`SnapshotLifecycle`). */
  readonly dueMs?: number;
  /** It is due, and waits to begin: for another attempt, for the cluster, or because somebody asked for it. */
  readonly isDue: boolean;
  /** What is under way. */
  readonly started?: {
    /** Of the snapshot, or of the deletion. */
    readonly uuid: string;
    /** Of snapshots. */
    readonly names: readonly string[];
  };
  readonly latest?: PolicyExecution;
  /** Attempts that failed since it was due. */
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
  /** Snapshots that failed since one was taken. */
  readonly failedInRow: number;
}

export interface TakenSnapshot {
  readonly snapshot: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Names of the indices that are in it. */
  readonly indices: readonly string[];
}

export interface FailedSnapshot {
  readonly snapshot: string;
  readonly atMs: number;
  readonly reason: string;
}

/** What concerns all policies of Elasticsearch. */
export interface SnapshotLifecycle {
  readonly isStopped: boolean;
  /** When snapshots are removed next, by `slm.retention_schedule`; absent: that was not yet asked. */
  readonly retentionDueMs?: number;
  /** The schedule that `retentionDueMs` was reckoned by. */
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
