/**
 * A step in progress: the changing state, and the effects so far. The step copies the state first,
 * so handlers assign to its fields; sets and maps in it are replaced, never mutated.
 */
import type { Random } from '@skein/base';
import type { CoordinationState, PersistentState } from './coordination_state.js';
import type { Effect } from './effects.js';
import type { Message } from './messages.js';
import type { NodeId } from './published_state.js';
import type { Rules } from './rules.js';

export interface Turn {
  readonly state: { -readonly [K in keyof CoordinationState]: CoordinationState[K] };
  readonly effects: Effect[];
  readonly random: Random;
  readonly rules: Rules;
}

/** Sends a message at once. */
export function send(turn: Turn, to: NodeId, message: Message): void {
  turn.effects.push({ kind: 'send', to, message, after: undefined });
}

/** Sends a message when all writes requested so far are durable. */
export function sendDurably(turn: Turn, to: NodeId, message: Message): void {
  turn.effects.push({ kind: 'send', to, message, after: turn.state.lastToken });
}

export function persist(turn: Turn, change: Partial<PersistentState>): void {
  const { state } = turn;
  state.persistent = { ...state.persistent, ...change };
  state.lastToken++;
  turn.effects.push({ kind: 'persist', token: state.lastToken, state: state.persistent });
}

export function seeTerm(turn: Turn, term: number): void {
  if (term > turn.state.maxTermSeen) turn.state.maxTermSeen = term;
}

export function withMember<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  return set.has(member) ? set : new Set([...set, member]);
}

export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}
