/**
 * The rules that keep acknowledged writes, numbered as in docs/specs/replication.md. They are a table so that the simulator can plant an
 * error in one of them and show that it is noticed; the product always runs `REPLICATION_RULES`.
 */
import type { AllocationId } from './operation.js';
import type { LogRecord } from './remote_record.js';

export interface ReplicationRules {
  /** W1: a copy answers when its translog is durable. */
  readonly answerAwaitsDisk: boolean;
  /** W2: operations of a lower term than the copy has seen are refused. */
  isFenced(copyTerm: number, messageTerm: number): boolean;
  /** W3: a write that a copy missed is acknowledged when the master has committed that the copy is out. */
  readonly failureAwaitsMaster: boolean;
  /** W4: an in-sync copy that is assigned nowhere is marked stale before a write is acknowledged. */
  readonly marksMissingStale: boolean;
  /** W5: the master heeds only reports of the present primary term. */
  isReportCurrent(primaryTerm: number, reportTerm: number): boolean;
  /** P1: only an in-sync copy becomes primary. */
  isPromotable(inSync: readonly AllocationId[], id: AllocationId): boolean;
  /** T1: on a new primary's first word a replica takes back what is above a checkpoint … */
  readonly rollsBack: boolean;
  /** T2: … keeping it in the translog, for it may have been acknowledged … */
  readonly keepsPending: boolean;
  /** T3: … and the checkpoint is the new primary's if that is higher: the replica's own may lag, and copies would never be equal again. */
  rollbackTo(own: number, primarys: number): number;
  /** P2: a new primary applies what its translog still holds unconfirmed. */
  readonly restoresPending: boolean;
  /** P3: a new primary sends what is above the global checkpoint once more, in its own term. */
  readonly resyncs: boolean;
  /** S1: a recovering copy counts once it has everything up to the global checkpoint. */
  hasCaughtUp(localCheckpoint: number, globalCheckpoint: number): boolean;
  /** G1: segments are brought to replicas when every in-sync copy has their operations: so no index of a copy has to go back. */
  readonly segmentsAwaitAll: boolean;
  /** G2: segments of a primary of a lower term than the copy has heard are refused. */
  readonly fencesSegments: boolean;
  /** G3: a file is the same when its name, length and checksum are. */
  readonly comparesFiles: boolean;
  /** G4: the log keeps what the segments lack, acknowledged or not. */
  readonly keepsLogBeyondSegments: boolean;
  /** S2: live operations flow to a target before the end of its history is sampled. */
  readonly tracksBeforeSnapshot: boolean;
  readonly remote: RemoteRules;
}

/** Those of a log in a remote store, numbered as in docs/specs/remote_store.md. */
export interface RemoteRules {
  /** M1: a write is acknowledged when its operations are in the log. */
  readonly acknowledgesUploaded: boolean;
  /** M2: what has a record's number is this writer's only if writer and serial are the same. */
  isSameRecord(found: LogRecord, own: LogRecord): boolean;
  /** M3: whoever begins to write to the log, or reads it to restore, seals what is there first. */
  readonly fences: boolean;
  /** M4: the log counts as an in-sync copy: the global checkpoint does not pass what is in it. */
  readonly holdsCheckpoint: boolean;
  /** M5: a new primary puts what it has above the global checkpoint into the log once more. */
  readonly addsUnconfirmed: boolean;
  /** M6: only a commit whose operations all copies have takes the place of records. */
  isCommitSafe(maxSeqNo: number, globalCheckpoint: number): boolean;
  /** M7: segments go up to where a restore begins to read: the commit lacks operations that were written while its files were on their way. */
  trimTo(logFrom: number, newest: number): number;
  /** Also M7: files that only an earlier commit needs go when the new one is in the log. */
  readonly removesWhenPlaced: boolean;
  /** M8: a restore applies what records after the commit hold. */
  readonly restoresTail: boolean;
  /** M9: what the head of a new primary says never happened is not restored. */
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
