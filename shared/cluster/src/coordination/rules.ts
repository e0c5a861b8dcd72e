/**
 * The safety rules, one function each, numbered as in docs/specs/coordination.md. All other code in
 * this folder provides liveness; these rules alone prevent two masters and the loss of committed
 * states. They are a table so that the simulator can break one of them and show that the error is
 * noticed; the product always runs `RULES`.
 */
import type { CoordinationState, Publication } from './coordination_state.js';
import type { Commit, Join } from './messages.js';
import {
  isAfter,
  isQuorum,
  type NodeId,
  type PublishedState,
  sameConfig,
  type VotingConfig,
} from './published_state.js';

export interface Rules {
  /** R1: a Join waits until its term is durable. */
  readonly joinAwaitsDisk: boolean;
  /** R5: an acknowledgement waits until the state is durable. */
  readonly ackAwaitsDisk: boolean;
  /** R2: a candidate counts votes only in a term that it has itself entered since it started. */
  hasStartedJoin(state: CoordinationState): boolean;
  /** R2: a vote counts only if the voter has accepted nothing that the candidate has not. */
  isVoterNoFresher(state: CoordinationState, join: Join): boolean;
  /** R3: a majority of both configurations elects. */
  isElected(accepted: PublishedState, votes: ReadonlySet<NodeId>): boolean;
  /** R4: one publication at a time, and none before the last is accepted by its own master. */
  isPublicationIdle(state: CoordinationState): boolean;
  /** R4: the configuration changes only when the last change is committed. */
  isConfigSettled(accepted: PublishedState): boolean;
  /** R4: a new configuration must have voted for the master that introduces it. */
  hasJoinQuorum(config: VotingConfig, votes: ReadonlySet<NodeId>): boolean;
  /** R5: within a term versions rise. */
  isNewer(accepted: PublishedState, published: PublishedState): boolean;
  /** R6: a majority of both configurations commits. */
  isCommitted(publication: Publication): boolean;
  /** R6: a commit is for the state of its own term only. */
  isCommitOfTerm(state: CoordinationState, commit: Commit): boolean;
}

export const RULES: Rules = {
  joinAwaitsDisk: true,
  ackAwaitsDisk: true,
  hasStartedJoin: (state) => state.startedJoin,
  isVoterNoFresher: ({ persistent }, join) =>
    !isAfter(persistent.accepted, join.acceptedTerm, join.acceptedVersion),
  isElected: (accepted, votes) =>
    isQuorum(accepted.committedConfig, votes) && isQuorum(accepted.acceptedConfig, votes),
  isPublicationIdle: (state) =>
    state.publishedVersion === state.persistent.accepted.version &&
    (state.publication === undefined || state.publication.committed),
  isConfigSettled: (accepted) => sameConfig(accepted.acceptedConfig, accepted.committedConfig),
  hasJoinQuorum: isQuorum,
  isNewer: (accepted, published) => isAfter(accepted, published.term, published.version),
  isCommitted: ({ state, acks }) =>
    isQuorum(state.committedConfig, acks) && isQuorum(state.acceptedConfig, acks),
  isCommitOfTerm: ({ persistent }, commit) =>
    commit.term === persistent.currentTerm && commit.term === persistent.accepted.term,
};
