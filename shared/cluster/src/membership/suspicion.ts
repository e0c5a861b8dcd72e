/**
 * Accusation and refutation. A node that finds a member silent writes `suspect/<member>` with the
 * accused incarnation into its own key space. The accused member reads it and answers with a higher
 * incarnation in its own key space, which clears it everywhere. Without an answer the suspicion
 * ends as `unreachable`, the sooner the more members accuse (Lifeguard).
 */
import type { MemberId } from './gossip_messages.js';
import { phi } from './heartbeat_history.js';
import {
  INCARNATION,
  incarnationOf,
  type MemberHealth,
  type MemberStatus,
} from './membership_state.js';
import { type MembershipTurn, write } from './membership_turn.js';

const ACCUSATION = 'suspect/';

export function suspect(turn: MembershipTurn, id: MemberId): void {
  const incarnation = incarnationOf(turn.state.records.get(id));
  write(turn, ACCUSATION + id, String(incarnation));
  accuse(turn, id, incarnation);
}

/**
 * Handles another member's accusation: of this node, it is refuted; of a third member, it is
 * believed for now.
 */
export function onAccusation(turn: MembershipTurn, key: string, value: string): void {
  if (!key.startsWith(ACCUSATION)) return;
  const id = key.slice(ACCUSATION.length);
  const incarnation = Number(value);
  if (!Number.isSafeInteger(incarnation)) return;
  if (id === turn.state.id) refute(turn, incarnation);
  else if (incarnation >= incarnationOf(turn.state.records.get(id))) accuse(turn, id, incarnation);
}

/** Handles a retracted accusation; when none is left, the member is healthy again. */
export function onRetraction(turn: MembershipTurn, key: string): void {
  if (!key.startsWith(ACCUSATION)) return;
  const id = key.slice(ACCUSATION.length);
  const health = turn.state.health.get(id);
  if (!health || health.status === 'alive') return;
  if (accusers(turn, id, incarnationOf(turn.state.records.get(id))) === 0) acquit(turn, id);
}

/** Number of members that accuse this incarnation or a later one. */
function accusers({ state }: MembershipTurn, id: MemberId, incarnation: number): number {
  let count = 0;
  for (const { entries } of state.records.values()) {
    const value = entries.get(ACCUSATION + id)?.value;
    if (value !== undefined && Number(value) >= incarnation) count++;
  }
  return count;
}

function refute(turn: MembershipTurn, accused: number): void {
  const { state } = turn;
  if (incarnationOf(state.records.get(state.id)) > accused) return;
  write(turn, INCARNATION, String(accused + 1));
  raiseLocalHealth(turn, 1);
}

function accuse(turn: MembershipTurn, id: MemberId, incarnation: number): void {
  const health = turn.state.health.get(id);
  if (health?.status !== 'alive') return;
  become(turn, id, { ...health, accusedIncarnation: incarnation }, 'suspect');
}

export function onIncarnation(turn: MembershipTurn, id: MemberId, key: string): void {
  const health = turn.state.health.get(id);
  if (key !== INCARNATION || !health || health.status === 'alive') return;
  if (incarnationOf(turn.state.records.get(id)) > health.accusedIncarnation) acquit(turn, id);
}

export function acquit(turn: MembershipTurn, id: MemberId): void {
  write(turn, ACCUSATION + id, undefined);
  const health = turn.state.health.get(id);
  if (health && health.status !== 'alive') become(turn, id, health, 'alive');
}

function become(
  turn: MembershipTurn,
  id: MemberId,
  health: MemberHealth,
  status: MemberStatus,
): void {
  turn.health().set(id, { ...health, status, sinceMs: turn.state.nowMs });
  turn.effects.push({ kind: 'status', id, status });
}

/**
 * Turns silence into suspicion, and suspicion without an answer into `unreachable`; forgets a
 * member that was unreachable for the grace period.
 */
export function tickSuspicion(turn: MembershipTurn): void {
  const { state } = turn;
  const { nowMs, settings, localHealth } = state;
  for (const [id, health] of state.health) {
    if (health.status === 'alive') {
      if (phi(health.history, nowMs) > settings.phiThreshold * (1 + localHealth)) suspect(turn, id);
    } else if (health.status === 'suspect') {
      if (nowMs - health.sinceMs >= suspicionMs(turn, id, health)) {
        become(turn, id, health, 'unreachable');
      }
    } else if (nowMs - health.sinceMs >= settings.graceMs) {
      forget(turn, id);
    }
  }
}

const CONFIRMATIONS = 3;

function suspicionMs(turn: MembershipTurn, id: MemberId, health: MemberHealth): number {
  const { state } = turn;
  const { suspicionFactor, suspicionMaxFactor } = state.settings;
  const leastMs = suspicionFactor * Math.max(1, Math.log10(state.records.size + 1)) * 1000;
  const mostMs = leastMs * suspicionMaxFactor;
  const confirmations = Math.max(0, accusers(turn, id, health.accusedIncarnation) - 1);
  const share = Math.min(1, Math.log(confirmations + 1) / Math.log(CONFIRMATIONS + 1));
  return mostMs - (mostMs - leastMs) * share;
}

function forget(turn: MembershipTurn, id: MemberId): void {
  write(turn, ACCUSATION + id, undefined);
  turn.records().delete(id);
  turn.health().delete(id);
  turn.effects.push({ kind: 'forgotten', id });
}

export function raiseLocalHealth({ state }: MembershipTurn, by: number): void {
  const raised = Math.max(0, state.localHealth + by);
  state.localHealth = Math.min(state.settings.localHealthMax, raised);
}
