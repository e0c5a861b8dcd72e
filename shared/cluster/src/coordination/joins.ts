/** Terms and votes: StartJoin, Join, Enter. */
import { isBootstrapped } from './coordination_state.js';
import type { Enter, Join, StartJoin } from './messages.js';
import { backOffMs, becomeCandidate, becomeLeader } from './modes.js';
import type { NodeId } from './published_state.js';
import { persist, seeTerm, send, sendDurably, type Turn, withMember } from './turn.js';

/** Rule 1: leaves the current term for a later one, and votes once in it. */
export function onStartJoin(turn: Turn, { term, candidate }: StartJoin): void {
  const { state, rules } = turn;
  seeTerm(turn, term);
  if (term <= state.persistent.currentTerm || !state.identity.masterEligible) return;
  becomeCandidate(turn, `term ${term} of ${candidate}`);
  state.joinVotes = new Set();
  state.won = false;
  state.startedJoin = true;
  state.publishedVersion = 0;
  if (candidate !== state.identity.id) makeRoom(turn);
  persist(turn, { currentTerm: term });
  (rules.joinAwaitsDisk ? sendDurably : send)(turn, candidate, joinOf(turn, term));
}

/**
 * Delays this node's own candidacy after a vote by the time of a round, so that its candidate can
 * win.
 */
function makeRoom(turn: Turn): void {
  const { state } = turn;
  state.preVotes = undefined;
  state.electionAtMs = state.nowMs + state.settings.electionRoundMs + backOffMs(turn);
}

function joinOf({ state }: Turn, term: number): Join {
  const { accepted, clusterUuid } = state.persistent;
  const { term: acceptedTerm, version: acceptedVersion } = accepted;
  return { kind: 'join', term, acceptedTerm, acceptedVersion, clusterUuid };
}

/**
 * Rules 2 and 3. A vote that arrives after the election only says that the voter requests
 * membership.
 */
export function onJoin(turn: Turn, from: NodeId, join: Join): void {
  const { state, rules } = turn;
  seeTerm(turn, join.term);
  const { currentTerm, accepted } = state.persistent;
  if (join.term !== currentTerm || !rules.hasStartedJoin(state)) return;
  if (!isBootstrapped(state) || !rules.isVoterNoFresher(state, join)) return;
  if (isForeign(turn, join.clusterUuid)) return;
  state.joinVotes = withMember(state.joinVotes, from);
  if (state.mode === 'leader') turn.effects.push({ kind: 'joined', node: from });
  else if (!state.won && rules.isElected(accepted, state.joinVotes)) {
    becomeLeader(turn);
  }
}

/**
 * Handles a membership request. If the node is in a later term, the leader starts an election in a
 * still later term at its next tick.
 */
export function onEnter(turn: Turn, from: NodeId, { term, clusterUuid }: Enter): void {
  seeTerm(turn, term);
  if (turn.state.mode !== 'leader' || isForeign(turn, clusterUuid)) return;
  if (term <= turn.state.persistent.currentTerm) turn.effects.push({ kind: 'joined', node: from });
}

/**
 * True if the message comes from another cluster: both sides know their cluster's UUID, and the two
 * differ.
 */
export function isForeign({ state }: Turn, clusterUuid: string): boolean {
  const own = state.persistent.clusterUuid;
  return own !== '' && clusterUuid !== '' && own !== clusterUuid;
}
