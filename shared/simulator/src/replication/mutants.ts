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

export function replicationRulesWith(mutant: string | undefined): ReplicationRules {
  return mutant === undefined
    ? REPLICATION_RULES
    : { ...REPLICATION_RULES, ...REPLICATION_MUTANTS[mutant] };
}
