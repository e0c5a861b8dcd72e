/**
 * SWIM probes: every second one member is probed, in an order that visits all; without an answer,
 * other members probe it for this node.
 */
import type { MemberId } from './gossip_messages.js';
import type { Probe } from './membership_state.js';
import { type MembershipTurn, sample, send } from './membership_turn.js';
import { acquit, raiseLocalHealth, suspect } from './suspicion.js';

export function tickProbes(turn: MembershipTurn): void {
  const { state } = turn;
  sendNacks(turn);
  if (state.probe && state.nowMs >= state.probe.deadlineMs) onSilence(turn, state.probe);
  if (state.probe || state.nowMs < state.nextProbeAtMs) return;
  state.nextProbeAtMs = state.nowMs + stretched(turn, state.settings.probeIntervalMs);
  const target = nextTarget(turn);
  if (target !== undefined) start(turn, target);
}

function stretched({ state }: MembershipTurn, ms: number): number {
  return ms * (1 + state.localHealth);
}

/**
 * The next member to probe. Visits all reachable members in a random order, then starts over in
 * another.
 */
function nextTarget(turn: MembershipTurn): MemberId | undefined {
  const { state } = turn;
  for (let round = 0; round < 2; round++) {
    while (state.probeOrder.length > 0) {
      const [next, ...rest] = state.probeOrder;
      state.probeOrder = rest;
      const status = next === undefined ? undefined : state.health.get(next)?.status;
      if (status === 'alive' || status === 'suspect') return next;
    }
    state.probeOrder = sample([...state.health.keys()], state.health.size, turn.random);
  }
  return undefined;
}

function start(turn: MembershipTurn, target: MemberId): void {
  const { state } = turn;
  const seq = nextSeq(turn);
  const deadlineMs = state.nowMs + stretched(turn, state.settings.probeTimeoutMs);
  state.probe = { target, seq, deadlineMs, isIndirect: false, nacks: 0 };
  send(turn, target, { kind: 'ping', seq });
}

function nextSeq({ state }: MembershipTurn): number {
  state.lastSeq++;
  return state.lastSeq;
}

function onSilence(turn: MembershipTurn, probe: Probe): void {
  const { state } = turn;
  if (!probe.isIndirect) {
    const deadlineMs = state.nowMs + stretched(turn, state.settings.probeTimeoutMs);
    state.probe = { ...probe, isIndirect: true, deadlineMs };
    for (const helper of helpers(turn, probe.target)) {
      send(turn, helper, { kind: 'ping_request', seq: probe.seq, target: probe.target });
    }
    return;
  }
  state.probe = undefined;
  // If the helpers send nothing at all, this node itself is probably cut off or slow.
  if (probe.nacks === 0 && state.health.size > 1) raiseLocalHealth(turn, 1);
  suspect(turn, probe.target);
}

function helpers({ state, random }: MembershipTurn, target: MemberId): MemberId[] {
  const able: MemberId[] = [];
  for (const [id, { status }] of state.health) {
    if (id !== target && status === 'alive') able.push(id);
  }
  return sample(able, state.settings.indirectProbes, random);
}

export function onPing(turn: MembershipTurn, from: MemberId, seq: number): void {
  send(turn, from, { kind: 'ping_ack', seq });
}

/** Handles an answer to this node's own probe or to one made for another. */
export function onPingAck(turn: MembershipTurn, seq: number): void {
  const { state } = turn;
  const relayed = state.relayed.get(seq);
  if (relayed) {
    dropRelayed(turn, seq);
    send(turn, relayed.origin, { kind: 'ping_ack', seq: relayed.originSeq });
  } else if (state.probe?.seq === seq) {
    const { target } = state.probe;
    state.probe = undefined;
    raiseLocalHealth(turn, -1);
    acquit(turn, target);
  }
}

export function onPingRequest(
  turn: MembershipTurn,
  from: MemberId,
  originSeq: number,
  target: MemberId,
): void {
  const { state } = turn;
  const seq = nextSeq(turn);
  const nackAtMs = state.nowMs + NACK_SHARE * state.settings.probeTimeoutMs;
  state.relayed = new Map(state.relayed).set(seq, { origin: from, originSeq, nackAtMs });
  send(turn, target, { kind: 'ping', seq });
}

/**
 * The share of the timeout after which a nack is sent, early enough to arrive before the asker
 * gives up.
 */
const NACK_SHARE = 0.8;

function sendNacks(turn: MembershipTurn): void {
  const { state } = turn;
  for (const [seq, { origin, originSeq, nackAtMs }] of state.relayed) {
    if (state.nowMs < nackAtMs) continue;
    dropRelayed(turn, seq);
    send(turn, origin, { kind: 'ping_nack', seq: originSeq });
  }
}

function dropRelayed({ state }: MembershipTurn, seq: number): void {
  const relayed = new Map(state.relayed);
  relayed.delete(seq);
  state.relayed = relayed;
}

export function onPingNack({ state }: MembershipTurn, seq: number): void {
  if (state.probe?.seq === seq) state.probe = { ...state.probe, nacks: state.probe.nacks + 1 };
}

/**
 * Allows for a pause of this node: the awaited messages may lie unread, so no member is blamed for
 * that time.
 */
export function forgiveLag(turn: MembershipTurn, lagMs: number): void {
  const { state } = turn;
  raiseLocalHealth(turn, 1);
  if (state.probe) {
    state.probe = { ...state.probe, deadlineMs: state.probe.deadlineMs + lagMs };
  }
  for (const [id, health] of state.health) {
    const { history } = health;
    const moved = { ...history, lastAtMs: history.lastAtMs + lagMs };
    const sinceMs = health.status === 'suspect' ? health.sinceMs + lagMs : health.sinceMs;
    turn.health().set(id, { ...health, history: moved, sinceMs });
  }
}
