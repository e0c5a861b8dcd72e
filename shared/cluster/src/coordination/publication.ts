/**
 * Publication in two phases. Publish: every member stores the state and acknowledges. Commit: once
 * a majority of both configurations has acknowledged, the state cannot be lost, and members are
 * told to apply it.
 */
import { isVoter, type Publication } from './coordination_state.js';
import type { Proposal, RejectReason } from './effects.js';
import { abdicate } from './election.js';
import { isForeign, onStartJoin } from './joins.js';
import type { Commit, Publish, PublishAck, PublishNack } from './messages.js';
import { becomeCandidate, becomeFollower } from './modes.js';
import { expectApplied, startProgress } from './progress.js';
import { isQuorum, type NodeId, type PublishedState, sameConfig } from './published_state.js';
import { persist, seeTerm, send, sendDurably, type Turn, withMember } from './turn.js';

/**
 * Rule 4. A publication is sent only when everything before it is durable. Otherwise a crash could
 * make the leader forget that the last change of configuration is committed while a node outside of
 * the new configuration has the next state; then neither could be elected.
 */
export function onPropose(turn: Turn, proposal: Proposal): void {
  const reason = refusal(turn, proposal);
  if (reason !== undefined) {
    turn.effects.push({ kind: 'rejected', proposal, reason });
    return;
  }
  const { state } = turn;
  const { config, ...rest } = proposal;
  const { committedConfig } = state.persistent.accepted;
  const published = { ...rest, acceptedConfig: config, committedConfig };
  state.publishedVersion = published.version;
  state.publication = {
    state: published,
    acks: new Set(),
    nacks: new Set(),
    committed: false,
    startedAtMs: state.nowMs,
  };
  startProgress(turn, published.nodes);
  if (isHopeless(published, (voter) => !published.nodes.includes(voter))) {
    becomeCandidate(turn, 'too few voters are members');
    return;
  }
  for (const node of published.nodes) {
    sendDurably(turn, node, { kind: 'publish', state: published });
  }
}

function refusal({ state, rules }: Turn, proposal: Proposal): RejectReason | undefined {
  const { currentTerm, accepted, clusterUuid } = state.persistent;
  if (state.mode !== 'leader' || !state.won) return 'not the elected master';
  if (proposal.term !== currentTerm) return 'of another term';
  if (!rules.isPublicationIdle(state)) return 'a publication is in flight';
  if (proposal.version <= accepted.version) return 'the version does not increase';
  if (clusterUuid !== '' && proposal.clusterUuid !== clusterUuid) return 'of another cluster';
  if (sameConfig(proposal.config, accepted.acceptedConfig)) return undefined;
  if (!rules.isConfigSettled(accepted)) return 'the last configuration change is not committed';
  if (!rules.hasJoinQuorum(proposal.config, state.joinVotes)) {
    return 'the new configuration has not voted for this master';
  }
  return undefined;
}

/** Rule 5. */
export function onPublish(turn: Turn, from: NodeId, { state: published }: Publish): void {
  const { state, rules } = turn;
  const { term, version } = published;
  if (isForeign(turn, published.clusterUuid)) return;
  enterTermOf(turn, from, term);
  const { currentTerm, accepted } = state.persistent;
  if (term !== currentTerm) {
    send(turn, from, { kind: 'publish_nack', term: currentTerm });
    return;
  }
  const isKnown = term === accepted.term && version === accepted.version;
  if (!isKnown) {
    if (!rules.isNewer(accepted, published)) return;
    persist(turn, { accepted: published });
  }
  if (from !== state.identity.id) becomeFollower(turn, from);
  const ack: PublishAck = { kind: 'publish_ack', term, version };
  (rules.ackAwaitsDisk ? sendDurably : send)(turn, from, ack);
}

/**
 * Handles a message of a leader in a later term: votes for it first. A node without a vote adopts
 * the term.
 */
export function enterTermOf(turn: Turn, leader: NodeId, term: number): void {
  const { state } = turn;
  if (term <= state.persistent.currentTerm) return;
  if (state.identity.masterEligible) {
    onStartJoin(turn, { kind: 'start_join', term, candidate: leader });
  } else {
    becomeCandidate(turn, `term ${term} of ${leader}`);
    persist(turn, { currentTerm: term });
  }
}

/** Rule 6, the leader's side. */
export function onPublishAck(turn: Turn, from: NodeId, { term, version }: PublishAck): void {
  const { state, rules } = turn;
  const { publication } = state;
  if (term !== state.persistent.currentTerm || !state.won || !publication) return;
  if (version !== publication.state.version) return;
  const next: Publication = { ...publication, acks: withMember(publication.acks, from) };
  const commit: Commit = { kind: 'commit', term, version };
  if (publication.committed) {
    state.publication = next;
    send(turn, from, commit);
    return;
  }
  const committed = rules.isCommitted(next);
  state.publication = { ...next, committed };
  if (!committed) return;
  turn.effects.push({ kind: 'committed', state: next.state });
  expectApplied(turn, next.state);
  for (const node of next.acks) send(turn, node, commit);
}

/**
 * Handles a rejection. When too many nodes have left the term, the publication cannot be committed
 * any more and this leader steps down.
 */
export function onPublishNack(turn: Turn, from: NodeId, { term }: PublishNack): void {
  const { state } = turn;
  seeTerm(turn, term);
  const { publication } = state;
  if (state.mode !== 'leader' || !publication || publication.committed) return;
  if (term <= state.persistent.currentTerm) return;
  loseVoter(turn, from, 'outvoted');
}

/**
 * Counts a node out that will not acknowledge the publication in flight. Steps down if it cannot be
 * committed without the nodes that are out.
 */
export function loseVoter(turn: Turn, node: NodeId, reason: string): void {
  const { state } = turn;
  const { publication } = state;
  if (!publication || publication.committed || publication.acks.has(node)) return;
  const nacks = withMember(publication.nacks, node);
  state.publication = { ...publication, nacks };
  const isOut = (voter: NodeId) => nacks.has(voter) && !publication.acks.has(voter);
  if (isHopeless(publication.state, isOut)) becomeCandidate(turn, reason);
}

/** True if the state cannot be committed without the nodes that are out. */
function isHopeless(
  { acceptedConfig, committedConfig }: PublishedState,
  isOut: (voter: NodeId) => boolean,
): boolean {
  return [acceptedConfig, committedConfig].some((config) => {
    const left = new Set(config.filter((node) => !isOut(node)));
    return !isQuorum(config, left);
  });
}

/** Rule 6, every member's side. */
export function onCommit(turn: Turn, from: NodeId, commit: Commit): void {
  const { state, rules } = turn;
  const { accepted, clusterUuid } = state.persistent;
  if (!rules.isCommitOfTerm(state, commit) || commit.version !== accepted.version) return;
  if (state.committedVersion === accepted.version) return;
  const settled: PublishedState = { ...accepted, committedConfig: accepted.acceptedConfig };
  persist(turn, { accepted: settled, clusterUuid: clusterUuid || accepted.clusterUuid });
  state.committedVersion = settled.version;
  state.electionAttempts = 0;
  turn.effects.push({ kind: 'apply', state: settled });
  // A leader that has committed a configuration without itself hands over.
  if (state.mode === 'leader' && !isVoter(state)) abdicate(turn);
  if (state.mode === 'candidate' && from !== state.identity.id) becomeFollower(turn, from);
}

/** Steps down if the publication could not be committed in time, so that another node can lead. */
export function tickPublication(turn: Turn): void {
  const { state } = turn;
  const { publication } = state;
  if (state.mode !== 'leader' || !publication || publication.committed) return;
  if (state.nowMs - publication.startedAtMs < state.settings.publishTimeoutMs) return;
  becomeCandidate(turn, 'publication timed out');
}
