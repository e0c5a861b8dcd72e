/** Errors to plant, one in one rule each. A simulation that does not find them proves nothing. */
import { REPLICATION_RULES, type ReplicationRules } from '@skein/cluster';

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

/** Of the variant in which replicas copy segments; the others are planted there, too. */
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
