/**
 * One step of a node's membership: gossip, probes, suspicion. It is pure, like coordination's step:
 * time and random numbers are inputs, messages are effects.
 */
import { assertNever, type Random } from '@skein/base';
import {
  collectTombstones,
  deltaFor,
  digestOf,
  learnDelta,
  learnDigest,
  meet,
} from './exchange.js';
import type { GossipMessage, MemberId } from './gossip_messages.js';
import { type MembershipState, ownRecord } from './membership_state.js';
import {
  type MembershipEffect,
  type MembershipTurn,
  sample,
  send,
  startTurn,
  write,
} from './membership_turn.js';
import { forgiveLag, onPing, onPingAck, onPingNack, onPingRequest, tickProbes } from './probes.js';
import { tickSuspicion } from './suspicion.js';

export type MembershipInput =
  /** Sent every 100 ms; a late tick means that this node is slow. */
  | { readonly kind: 'tick'; readonly nowMs: number }
  | {
      readonly kind: 'message';
      readonly from: MemberId;
      /**
       * The addressed member. A link leads to a node, so an earlier process of this node may be
       * meant.
       */
      readonly to: MemberId;
      readonly message: GossipMessage;
    }
  /** This node sets a value of its own; undefined deletes it. */
  | { readonly kind: 'write'; readonly key: string; readonly value: string | undefined }
  /** Members that discovery has found. */
  | { readonly kind: 'seeds'; readonly seeds: readonly MemberId[] };

export interface MembershipStep {
  readonly state: MembershipState;
  readonly effects: readonly MembershipEffect[];
}

export function membershipStep(
  before: MembershipState,
  input: MembershipInput,
  random: Random,
): MembershipStep {
  const turn = startTurn(before, random);
  switch (input.kind) {
    case 'tick':
      tick(turn, input.nowMs);
      break;
    case 'message':
      // Messages to an earlier process are ignored: answering them would revive the dead member
      // with every probe.
      if (input.to === before.id) receive(turn, input.from, input.message);
      break;
    case 'write':
      write(turn, input.key, input.value);
      break;
    case 'seeds':
      turn.state.seeds = input.seeds.filter((id) => id !== before.id);
      for (const id of turn.state.seeds) meet(turn, id);
      break;
    default:
      assertNever(input, 'input');
  }
  return { state: turn.state, effects: turn.effects };
}

function tick(turn: MembershipTurn, nowMs: number): void {
  const { state } = turn;
  const lagMs = nowMs - state.nowMs;
  state.nowMs = nowMs;
  if (lagMs > state.settings.lagToleranceMs) forgiveLag(turn, lagMs);
  tickProbes(turn);
  tickSuspicion(turn);
  if (nowMs < state.nextGossipAtMs) return;
  state.nextGossipAtMs = nowMs + state.settings.gossipIntervalMs;
  const own = ownRecord(state);
  turn.records().set(state.id, { ...own, heartbeat: own.heartbeat + 1 });
  collectTombstones(turn);
  for (const peer of gossipPeers(turn)) send(turn, peer, { kind: 'syn', digest: digestOf(state) });
}

/**
 * The peers of a gossip round: a few live members; one that seems gone, so that a healed partition
 * is noticed; sometimes a seed, so that two halves find each other.
 */
function gossipPeers({ state, random }: MembershipTurn): Set<MemberId> {
  const live: MemberId[] = [];
  const gone: MemberId[] = [];
  for (const [id, { status }] of state.health) (status === 'unreachable' ? gone : live).push(id);
  const peers = new Set([
    ...sample(live, state.settings.fanout, random),
    ...sample(gone, 1, random),
  ]);
  if (random.next() < state.settings.seedProbability) {
    for (const seed of sample(state.seeds, 1, random)) peers.add(seed);
  }
  return peers;
}

function receive(turn: MembershipTurn, from: MemberId, message: GossipMessage): void {
  const { state } = turn;
  switch (message.kind) {
    case 'syn':
      learnDigest(turn, message.digest);
      send(turn, from, {
        kind: 'syn_ack',
        digest: digestOf(state),
        delta: deltaFor(state, message.digest),
      });
      break;
    case 'syn_ack':
      learnDigest(turn, message.digest);
      learnDelta(turn, message.delta);
      send(turn, from, { kind: 'ack', delta: deltaFor(state, message.digest) });
      break;
    case 'ack':
      learnDelta(turn, message.delta);
      break;
    case 'ping':
      onPing(turn, from, message.seq);
      break;
    case 'ping_ack':
      onPingAck(turn, message.seq);
      break;
    case 'ping_request':
      onPingRequest(turn, from, message.seq, message.target);
      break;
    case 'ping_nack':
      onPingNack(turn, message.seq);
      break;
    default:
      assertNever(message, 'message');
  }
}
