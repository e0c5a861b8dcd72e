/** Planted errors, each in one rule. A simulation that does not find them proves nothing. */
import { isQuorum, RULES, type Rules } from '@skein/cluster';

export const COORDINATION_MUTANTS: Readonly<Record<string, Partial<Rules>>> = {
  termNotPersisted: { joinAwaitsDisk: false },
  ackBeforePersist: { ackAwaitsDisk: false },
  noStartedJoin: { hasStartedJoin: () => true },
  joinNoFreshness: { isVoterNoFresher: () => true },
  electOnlyAccepted: { isElected: (accepted, votes) => isQuorum(accepted.acceptedConfig, votes) },
  electOnlyCommitted: { isElected: (accepted, votes) => isQuorum(accepted.committedConfig, votes) },
  publishOverlap: { isPublicationIdle: () => true },
  reconfigOverlap: { isConfigSettled: () => true },
  reconfigNoJoinQuorum: { hasJoinQuorum: () => true },
  acceptOldVersion: { isNewer: () => true },
  publishOnlyNewCfg: { isCommitted: ({ state, acks }) => isQuorum(state.acceptedConfig, acks) },
  publishOnlyOldCfg: { isCommitted: ({ state, acks }) => isQuorum(state.committedConfig, acks) },
  commitNoTermCheck: { isCommitOfTerm: () => true },
};

export function rulesWith(mutant: string | undefined): Rules {
  return mutant === undefined ? RULES : { ...RULES, ...COORDINATION_MUTANTS[mutant] };
}
