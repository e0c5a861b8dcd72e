/**
 * Failure detection between the leader and its members, in both directions: a check is sent every
 * second, and three unanswered checks are a failure. A failed member is reported (the leader's host
 * removes it by a publication); a failed leader is no longer followed. Checks decide nothing else.
 */

import type { CheckRhythm } from './coordination_settings.js';
import type { Check, CoordinationState } from './coordination_state.js';
import type {
  FollowerCheck,
  FollowerCheckReply,
  LeaderCheck,
  LeaderCheckReply,
} from './messages.js';
import { becomeCandidate, becomeFollower } from './modes.js';
import { onApplied, resend } from './progress.js';
import { enterTermOf, loseVoter } from './publication.js';
import type { NodeId } from './published_state.js';
import { seeTerm, send, type Turn, withEntry } from './turn.js';

export function tickFollowerChecks(turn: Turn): void {
  const { state } = turn;
  if (state.mode !== 'leader') return;
  const checks = currentChecks(state);
  for (const [node, check] of checks) {
    const next = advance(check, state.nowMs, state.settings);
    if (next === undefined) continue;
    if (next.misses >= state.settings.checkMissesMax) {
      turn.effects.push({ kind: 'node_failed', node, reason: 'checks' });
      checks.set(node, { ...next, misses: 0 });
    } else {
      checks.set(node, next);
    }
    const { currentTerm: term } = state.persistent;
    send(turn, node, { kind: 'follower_check', seq: next.seq, term });
  }
  state.followerChecks = checks;
}

/** A check per member except the leader itself; former members are dropped. */
function currentChecks(state: CoordinationState): Map<NodeId, Check> {
  const checks = new Map<NodeId, Check>();
  for (const node of members(state)) {
    if (node === state.identity.id) continue;
    checks.set(node, state.followerChecks.get(node) ?? newCheck(state.nowMs));
  }
  return checks;
}

function members({ publication, persistent }: CoordinationState): readonly NodeId[] {
  return publication?.state.nodes ?? persistent.accepted.nodes;
}

function newCheck(nextAtMs: number): Check {
  return { seq: 0, misses: 0, nextAtMs, deadlineMs: undefined };
}

/** The next check to send, or undefined when nothing is due. */
function advance(check: Check, nowMs: number, rhythm: CheckRhythm): Check | undefined {
  const { seq, misses, nextAtMs, deadlineMs } = check;
  if (nowMs < (deadlineMs ?? nextAtMs)) return undefined;
  return {
    seq: seq + 1,
    misses: deadlineMs === undefined ? misses : misses + 1,
    nextAtMs,
    deadlineMs: nowMs + rhythm.checkTimeoutMs,
  };
}

function answered(check: Check, nowMs: number, rhythm: CheckRhythm): Check {
  return { ...check, misses: 0, nextAtMs: nowMs + rhythm.checkIntervalMs, deadlineMs: undefined };
}

/** Handles a leader's check. The leader is alive, so a candidate of its term follows it. */
export function onFollowerCheck(turn: Turn, from: NodeId, { seq, term }: FollowerCheck): void {
  const { state } = turn;
  seeTerm(turn, term);
  enterTermOf(turn, from, term);
  const { currentTerm } = state.persistent;
  const ok = term === currentTerm && state.healthy;
  if (ok && state.mode === 'candidate') becomeFollower(turn, from);
  const { appliedVersion } = state;
  send(turn, from, { kind: 'follower_check_reply', seq, term: currentTerm, ok, appliedVersion });
}

export function onFollowerCheckReply(turn: Turn, from: NodeId, reply: FollowerCheckReply): void {
  const { state } = turn;
  seeTerm(turn, reply.term);
  const check = state.followerChecks.get(from);
  if (state.mode !== 'leader' || check?.seq !== reply.seq) return;
  state.followerChecks = withEntry(
    state.followerChecks,
    from,
    answered(check, state.nowMs, state.settings),
  );
  if (reply.ok) {
    // Repeats a possibly lost `applied` message, so that a healthy member does not count as
    // lagging.
    onApplied(turn, from, { kind: 'applied', term: reply.term, version: reply.appliedVersion });
    resend(turn, from, reply.appliedVersion);
  } else if (reply.term === state.persistent.currentTerm) {
    turn.effects.push({ kind: 'node_failed', node: from, reason: 'unhealthy' });
  }
}

export function tickLeaderCheck(turn: Turn): void {
  const { state } = turn;
  const { leader, leaderCheck } = state;
  if (state.mode !== 'follower' || leader === undefined || leaderCheck === undefined) return;
  const rhythm = state.settings.leaderCheck ?? state.settings;
  const next = advance(leaderCheck, state.nowMs, rhythm);
  if (next === undefined) return;
  if (next.misses >= rhythm.checkMissesMax) {
    becomeCandidate(turn, `leader ${leader} does not answer`);
    return;
  }
  state.leaderCheck = next;
  const { currentTerm: term } = state.persistent;
  send(turn, leader, { kind: 'leader_check', seq: next.seq, term });
}

export function onLeaderCheck(turn: Turn, from: NodeId, { seq, term }: LeaderCheck): void {
  const { state } = turn;
  seeTerm(turn, term);
  const { currentTerm } = state.persistent;
  const ok = state.mode === 'leader' && term === currentTerm && members(state).includes(from);
  send(turn, from, { kind: 'leader_check_reply', seq, term: currentTerm, ok });
}

export function onLeaderCheckReply(turn: Turn, from: NodeId, reply: LeaderCheckReply): void {
  const { state } = turn;
  seeTerm(turn, reply.term);
  const { leader, leaderCheck } = state;
  if (state.mode !== 'follower' || from !== leader || leaderCheck?.seq !== reply.seq) return;
  const rhythm = state.settings.leaderCheck ?? state.settings;
  if (reply.ok) state.leaderCheck = answered(leaderCheck, state.nowMs, rhythm);
  else becomeCandidate(turn, `${leader} is not the leader of this node`);
}

/**
 * Handles a connection that is lost and could not be made again: it counts as three missed checks.
 */
export function onDisconnected(turn: Turn, node: NodeId): void {
  const { state } = turn;
  if (state.mode === 'follower' && state.leader === node) {
    becomeCandidate(turn, `leader ${node} is disconnected`);
  } else if (state.mode === 'leader' && members(state).includes(node)) {
    turn.effects.push({ kind: 'node_failed', node, reason: 'disconnected' });
    loseVoter(turn, node, 'too few voters are connected');
  }
}
