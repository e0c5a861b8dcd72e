/** A step in progress: maps are copied at their first change. */
import type { Random } from '@skein/base';
import type { GossipMessage, MemberId } from './gossip_messages.js';
import {
  type MemberHealth,
  type MemberRecord,
  type MemberStatus,
  type MembershipState,
  ownRecord,
} from './membership_state.js';

export type MembershipEffect =
  | { readonly kind: 'send'; readonly to: MemberId; readonly message: GossipMessage }
  | { readonly kind: 'status'; readonly id: MemberId; readonly status: MemberStatus }
  | { readonly kind: 'discovered'; readonly id: MemberId }
  | { readonly kind: 'forgotten'; readonly id: MemberId }
  | { readonly kind: 'changed'; readonly id: MemberId; readonly key: string };

export interface MembershipTurn {
  readonly state: { -readonly [K in keyof MembershipState]: MembershipState[K] };
  readonly records: () => Map<MemberId, MemberRecord>;
  readonly health: () => Map<MemberId, MemberHealth>;
  readonly effects: MembershipEffect[];
  readonly random: Random;
}

export function startTurn(before: MembershipState, random: Random): MembershipTurn {
  const state = { ...before };
  let records: Map<MemberId, MemberRecord> | undefined;
  let health: Map<MemberId, MemberHealth> | undefined;
  return {
    state,
    effects: [],
    random,
    records: () => {
      if (!records) {
        records = new Map(state.records);
        state.records = records;
      }
      return records;
    },
    health: () => {
      if (!health) {
        health = new Map(state.health);
        state.health = health;
      }
      return health;
    },
  };
}

export function send(turn: MembershipTurn, to: MemberId, message: GossipMessage): void {
  turn.effects.push({ kind: 'send', to, message });
}

/** Writes to this node's own key space; undefined deletes. */
export function write(turn: MembershipTurn, key: string, value: string | undefined): void {
  const { state } = turn;
  const own = ownRecord(state);
  if (own.entries.get(key)?.value === value) return;
  const version = own.version + 1;
  const deletedAtMs = value === undefined ? state.nowMs : undefined;
  const entries = new Map(own.entries).set(key, { value, version, deletedAtMs });
  turn.records().set(state.id, { ...own, version, entries });
}

/** Up to `count` distinct values, chosen at random. */
export function sample<T>(values: readonly T[], count: number, random: Random): T[] {
  const left = [...values];
  const chosen: T[] = [];
  while (chosen.length < count && left.length > 0) {
    const i = Math.floor(random.next() * left.length);
    // The last value takes the place of the chosen one.
    chosen.push(...left.splice(i, 1, ...left.slice(-1)));
    left.pop();
  }
  return chosen;
}
