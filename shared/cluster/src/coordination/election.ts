/**
 * Elections: a pre-vote round, then StartJoin to all nodes in a term above all terms seen. Rounds
 * are spaced by random delays that grow with every failure, so that candidates stop colliding. The
 * same round is how a node finds a leader.
 */
import type { CoordinationState, Publication } from './coordination_state.js';
import { onStartJoin } from './joins.js';
import type { PreVote, PreVoteReply } from './messages.js';
import { backOffMs } from './modes.js';
import type { NodeId } from './published_state.js';
import { seeTerm, send, type Turn, withMember } from './turn.js';

export function tickElection(turn: Turn): void {
  const { state } = turn;
  if (state.mode !== 'candidate' || state.nowMs < state.electionAtMs) return;
  state.electionAtMs = state.nowMs + state.settings.electionRoundMs + backOffMs(turn);
  state.electionAttempts++;
  state.preVoteRound++;
  state.preVotes = new Set();
  const { currentTerm, accepted } = state.persistent;
  const message: PreVote = {
    kind: 'pre_vote',
    round: state.preVoteRound,
    term: currentTerm,
    acceptedTerm: accepted.term,
    acceptedVersion: accepted.version,
  };
  for (const { id } of state.peers) send(turn, id, message);
  if (mayStand(turn)) countPreVote(turn, state.identity.id);
}

function mayStand({ state }: Turn): boolean {
  return state.identity.masterEligible && state.healthy;
}

export function onPreVote(turn: Turn, from: NodeId, request: PreVote): void {
  const { state } = turn;
  seeTerm(turn, request.term);
  const { currentTerm, accepted } = state.persistent;
  const asFresh =
    request.acceptedTerm > accepted.term ||
    (request.acceptedTerm === accepted.term && request.acceptedVersion >= accepted.version);
  const free = state.leader === undefined || state.leader === from;
  send(turn, from, {
    kind: 'pre_vote_reply',
    round: request.round,
    term: currentTerm,
    granted: asFresh && free && state.healthy && state.identity.masterEligible,
    leader: state.leader,
  });
}

export function onPreVoteReply(turn: Turn, from: NodeId, reply: PreVoteReply): void {
  const { state } = turn;
  seeTerm(turn, reply.term);
  if (state.mode !== 'candidate') return;
  if (reply.leader !== undefined && reply.leader !== state.identity.id) {
    enter(turn, reply.leader, reply.term);
  } else if (reply.granted && reply.round === state.preVoteRound && mayStand(turn)) {
    countPreVote(turn, from);
  }
}

/**
 * Joins a leader that another node follows: votes for it if its term is new here, and requests
 * membership in any case. An unhealthy node does not join, since the next check would remove it.
 */
function enter(turn: Turn, leader: NodeId, term: number): void {
  const { state } = turn;
  if (!state.healthy) return;
  onStartJoin(turn, { kind: 'start_join', term, candidate: leader });
  const { currentTerm, clusterUuid } = state.persistent;
  send(turn, leader, { kind: 'enter', term: currentTerm, clusterUuid });
}

function countPreVote(turn: Turn, from: NodeId): void {
  const { state, rules } = turn;
  if (state.preVotes === undefined) return;
  state.preVotes = withMember(state.preVotes, from);
  if (!rules.isElected(state.persistent.accepted, state.preVotes)) return;
  state.preVotes = undefined;
  campaign(turn);
}

/**
 * Starts an election in a later term if this leader has seen a later term or lacks votes, but lets
 * its publication finish first.
 */
export function tickTerm(turn: Turn): void {
  const { mode, publication, maxTermSeen, persistent } = turn.state;
  if (mode !== 'leader' || !publication?.committed) return;
  if (maxTermSeen > persistent.currentTerm || lacksVotes(turn.state, publication)) campaign(turn);
}

/**
 * True if a future voter, perhaps this leader itself, has applied the publication without having
 * voted here: its vote was lost, or another candidate of the term has it. In this term it could
 * neither be added to the configuration nor replace an excluded voter. The leader waits until the
 * nodes that acknowledge the publication have applied it.
 */
function lacksVotes(
  { identity, joinVotes, peers, progress }: CoordinationState,
  { state: published, acks }: Publication,
): boolean {
  const hasApplied = (node: NodeId) =>
    (progress.get(node)?.appliedVersion ?? 0) >= published.version;
  const isMissing = (node: NodeId) => !joinVotes.has(node) && hasApplied(node);
  if (!isMissing(identity.id) && !peers.some(({ id }) => isMissing(id))) return false;
  return [...acks].every(hasApplied);
}

/** Asks all nodes, this one too, for a vote in a new term. */
function campaign(turn: Turn): void {
  const { state } = turn;
  const term = Math.max(state.maxTermSeen, state.persistent.currentTerm) + 1;
  askToJoin(turn, term, state.identity.id);
}

/** Hands over the leadership: asks all nodes to vote for a voter that has the last publication. */
export function abdicate(turn: Turn): void {
  const { state } = turn;
  const { publication, identity, persistent } = state;
  if (state.mode !== 'leader' || !publication?.committed) return;
  const heirs = persistent.accepted.acceptedConfig.filter(
    (node) => node !== identity.id && publication.acks.has(node),
  );
  const heir = heirs[Math.floor(turn.random.next() * heirs.length)];
  if (heir !== undefined) askToJoin(turn, persistent.currentTerm + 1, heir);
}

function askToJoin(turn: Turn, term: number, candidate: NodeId): void {
  const { state } = turn;
  const message = { kind: 'start_join', term, candidate } as const;
  for (const { id } of state.peers) send(turn, id, message);
  send(turn, state.identity.id, message);
}
