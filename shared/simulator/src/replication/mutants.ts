/** Planted errors, each in one rule. A simulation that does not find them proves nothing. */
import { REPLICATION_RULES, type RemoteRules, type ReplicationRules } from '@skein/cluster';

export const REPLICATION_MUTANTS: Readonly<Record<string, Partial<ReplicationRules>>> = {
  ackBeforeFsync: { answerAwaitsDisk: false },
  noFencing: { isFenced: () => false },
  ackWithoutMaster: { failureAwaitsMaster: false },
  masterNoTermCheck: { isReportCurrent: () => true },
  noStaleMark: { marksMissingStale: false },
  promoteStale: { isPromotable: () => true },
  inSyncTooEarly: { hasCaughtUp: () => true },
  snapshotBeforeTracking: { tracksBeforeSnapshot: false },
  noRollback: { rollsBack: false },
  physicalRollback: { keepsPending: false },
  rollbackToOwnGCP: { rollbackTo: (own) => own },
  noRestore: { restoresPending: false },
  noResync: { resyncs: false },
};

/**
 * Errors in the variant in which replicas copy segments; the other errors are planted there, too.
 */
export const SEGMENT_MUTANTS: Readonly<Record<string, Partial<ReplicationRules>>> = {
  segmentsBeforeConfirmed: { segmentsAwaitAll: false },
  segmentsOfLowerTerm: { fencesSegments: false },
  filesByName: { comparesFiles: false },
  trimsBeyondSegments: { keepsLogBeyondSegments: false },
  noReplay: { restoresPending: false },
  segmentsAckBeforeFsync: { answerAwaitsDisk: false },
};

export function replicationRulesWith(mutant: string | undefined): ReplicationRules {
  return mutant === undefined
    ? REPLICATION_RULES
    : { ...REPLICATION_RULES, ...REPLICATION_MUTANTS[mutant], ...SEGMENT_MUTANTS[mutant] };
}

/** Errors in the rules of the log in a remote store. */
export const REMOTE_MUTANTS: Readonly<Record<string, Partial<RemoteRules>>> = {
  acknowledgesBeforeUpload: { acknowledgesUploaded: false },
  takesTakenNumber: { isSameRecord: () => true },
  noFence: { fences: false },
  checkpointPassesLog: { holdsCheckpoint: false },
  noUnconfirmed: { addsUnconfirmed: false },
  unsafeCommit: { isCommitSafe: () => true },
  trimsTail: { trimTo: (_logFrom, newest) => newest },
  removesTooEarly: { removesWhenPlaced: false },
  ignoresTail: { restoresTail: false },
  ignoresFences: { heedsFences: false },
};

export function remoteRulesWith(mutant: string | undefined): ReplicationRules {
  if (mutant === undefined) return REPLICATION_RULES;
  const remote = { ...REPLICATION_RULES.remote, ...REMOTE_MUTANTS[mutant] };
  return { ...REPLICATION_RULES, remote };
}
