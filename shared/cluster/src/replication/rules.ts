/**
 * The rules that preserve acknowledged writes, numbered as in docs/specs/replication.md. They are a
 * table so that the simulator can break one of them and show that the error is noticed; the product
 * always runs `REPLICATION_RULES`.
 */
import type { AllocationId } from './operation.js';
import type { LogRecord } from './remote_record.js';

export interface ReplicationRules {
  /** W1: a copy answers when its translog is durable. */
  readonly answerAwaitsDisk: boolean;
  /** W2: operations of a lower term than the copy has seen are refused. */
  isFenced(copyTerm: number, messageTerm: number): boolean;
  /**
   * W3: a write that a copy missed is acknowledged only when the master has committed the removal
   * of the copy.
   */
  readonly failureAwaitsMaster: boolean;
  /** W4: an unassigned in-sync copy is marked stale before a write is acknowledged. */
  readonly marksMissingStale: boolean;
  /** W5: the master accepts only reports of the current primary term. */
  isReportCurrent(primaryTerm: number, reportTerm: number): boolean;
  /** P1: only an in-sync copy becomes primary. */
  isPromotable(inSync: readonly AllocationId[], id: AllocationId): boolean;
  /**
   * T1: on the first message of a new primary a replica rolls back the operations above a
   * checkpoint …
   */
  readonly rollsBack: boolean;
  /** T2: … keeping them in the translog, since they may have been acknowledged … */
  readonly keepsPending: boolean;
  /**
   * T3: … and the checkpoint is the new primary's if that is higher: the replica's own may lag, and
   * copies would never be equal again.
   */
  rollbackTo(own: number, primarys: number): number;
  /** P2: a new primary applies the unconfirmed operations in its translog. */
  readonly restoresPending: boolean;
  /**
   * P3: a new primary sends the operations above the global checkpoint once more, in its own term.
   */
  readonly resyncs: boolean;
  /** S1: a recovering copy is in-sync once it has everything up to the global checkpoint. */
  hasCaughtUp(localCheckpoint: number, globalCheckpoint: number): boolean;
  /**
   * G1: segments are sent to replicas only when every in-sync copy has their operations, so that no
   * copy's index has to be rolled back.
   */
  readonly segmentsAwaitAll: boolean;
  /** G2: segments of a primary are refused if the copy has seen a higher term. */
  readonly fencesSegments: boolean;
  /** G3: two files are equal when their names, lengths and checksums are. */
  readonly comparesFiles: boolean;
  /** G4: the log keeps the operations that the segments lack, acknowledged or not. */
  readonly keepsLogBeyondSegments: boolean;
  /** S2: live operations flow to a target before the end of its history is sampled. */
  readonly tracksBeforeSnapshot: boolean;
  readonly remote: RemoteRules;
}

/** The rules of a log in a remote store, numbered as in docs/specs/remote_store.md. */
export interface RemoteRules {
  /** M1: a write is acknowledged when its operations are in the log. */
  readonly acknowledgesUploaded: boolean;
  /** M2: a record is this writer's own only if writer and serial are equal. */
  isSameRecord(found: LogRecord, own: LogRecord): boolean;
  /** M3: every writer or restorer seals the existing log before it starts. */
  readonly fences: boolean;
  /**
   * M4: the log counts as an in-sync copy: the global checkpoint does not pass the last operation
   * in it.
   */
  readonly holdsCheckpoint: boolean;
  /** M5: a new primary puts its operations above the global checkpoint into the log once more. */
  readonly addsUnconfirmed: boolean;
  /** M6: only a commit whose operations all copies have replaces records. */
  isCommitSafe(maxSeqNo: number, globalCheckpoint: number): boolean;
  /**
   * M7: segments are removed only up to the point where a restore starts to read: the commit lacks
   * operations that were written while its files were being uploaded.
   */
  trimTo(logFrom: number, newest: number): number;
  /**
   * Also M7: files that only an earlier commit needs are removed when the new one is in the log.
   */
  readonly removesWhenPlaced: boolean;
  /** M8: a restore applies the records after the commit. */
  readonly restoresTail: boolean;
  /** M9: operations that the head of a new primary declares void are not restored. */
  readonly heedsFences: boolean;
}

export const REPLICATION_RULES: ReplicationRules = {
  answerAwaitsDisk: true,
  isFenced: (copyTerm, messageTerm) => messageTerm < copyTerm,
  failureAwaitsMaster: true,
  marksMissingStale: true,
  isReportCurrent: (primaryTerm, reportTerm) => primaryTerm === reportTerm,
  isPromotable: (inSync, id) => inSync.includes(id),
  rollsBack: true,
  keepsPending: true,
  rollbackTo: (own, primarys) => Math.max(own, primarys),
  restoresPending: true,
  resyncs: true,
  hasCaughtUp: (localCheckpoint, globalCheckpoint) => localCheckpoint >= globalCheckpoint,
  segmentsAwaitAll: true,
  fencesSegments: true,
  comparesFiles: true,
  keepsLogBeyondSegments: true,
  tracksBeforeSnapshot: true,
  remote: {
    acknowledgesUploaded: true,
    isSameRecord: (found, own) => found.writer === own.writer && found.serial === own.serial,
    fences: true,
    holdsCheckpoint: true,
    addsUnconfirmed: true,
    isCommitSafe: (maxSeqNo, globalCheckpoint) => maxSeqNo <= globalCheckpoint,
    trimTo: (logFrom) => logFrom,
    removesWhenPlaced: true,
    restoresTail: true,
    heedsFences: true,
  },
};
