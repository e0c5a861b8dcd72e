/**
 * The host of the membership state machine (`shared/cluster/src/membership`): gives it time and
 * messages, sends its messages, and keeps its results. A node that is alone has no gossip partners,
 * and no timer.
 */
import type { Clock, Log, Random, TimerHandle, Timers } from '@skein/base';
import {
  type MemberId,
  type MemberStatus,
  type MembershipEffect,
  type MembershipInput,
  type MembershipState,
  membershipStep,
  startMembership,
} from '@skein/cluster';
import type { NodeIdentity, NodeLinks } from '../node_links/mod.js';
import type { NodeHealths } from './contract.js';
import { GOSSIP_KEYS } from './gossip_keys.js';
import { HealthLog } from './health_log.js';
import type { MembershipCalls } from './membership_calls.js';
import { readLoadReport } from './self_report.js';

const TICK_MS = 100;

export interface MembershipHostParts {
  readonly identity: Pick<NodeIdentity, 'nodeId' | 'ephemeralId' | 'address' | 'roles' | 'version'>;
  readonly links: NodeLinks<MembershipCalls>;
  /** Called with the address of a newly discovered member. */
  readonly found: (address: string) => void;
  /** Called when a node reports a new value about itself. */
  readonly said?: (nodeId: string, key: string, value: string) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

export class MembershipHost implements NodeHealths {
  readonly #parts: MembershipHostParts;
  #state: MembershipState;
  /** The newest process of each node, by node id. */
  readonly #members = new Map<string, MemberId>();
  readonly #healthLog: HealthLog;
  #tick: TimerHandle | undefined;
  #stopped = false;

  constructor(parts: MembershipHostParts) {
    const { identity, links, clock } = parts;
    this.#parts = parts;
    this.#healthLog = new HealthLog(parts.log);
    this.#state = startMembership({ id: memberOf(identity), nowMs: clock.monotonicMs() });
    this.say(GOSSIP_KEYS.address, identity.address);
    this.say(GOSSIP_KEYS.roles, identity.roles.join(','));
    this.say(GOSSIP_KEYS.version, identity.version);
    links.handle('membership/gossip', ({ from, to, message }, { from: sender }) => {
      // A node may only speak for itself.
      if (from === memberOf(sender)) this.#input({ kind: 'message', from, to, message });
      return {};
    });
    links.watch({ connected: () => this.#meet() });
    this.#meet();
  }

  statusOf(nodeId: string): MemberStatus {
    const member = this.#members.get(nodeId);
    const health = member === undefined ? undefined : this.#state.health.get(member);
    return health?.status ?? 'alive';
  }

  searchQueueOf(nodeId: string): number | undefined {
    return readLoadReport(this.heard(nodeId, GOSSIP_KEYS.load))?.searchQueue;
  }

  /**
   * A value that a node reported about itself; undefined if the node is unknown or has not reported
   * it.
   */
  heard(nodeId: string, key: string): string | undefined {
    const member = this.#members.get(nodeId);
    return member && this.#state.records.get(member)?.entries.get(key)?.value;
  }

  /** Sets a value that this node reports about itself. */
  say(key: string, value: string): void {
    this.#input({ kind: 'write', key, value });
  }

  stop(): void {
    this.#stopped = true;
    this.#tick?.cancel();
  }

  /** Gossips with all connected nodes. */
  #meet(): void {
    const nodes = this.#parts.links.nodes();
    for (const node of nodes) this.#adopt(memberOf(node));
    this.#input({ kind: 'seeds', seeds: nodes.map(memberOf) });
    if (nodes.length > 0) this.#scheduleTick();
  }

  /**
   * For a connected node, the process at the other end is the newest, whatever other nodes
   * remember.
   */
  #adopt(id: MemberId): void {
    const nodeId = nodeOf(id);
    const connected = this.#parts.links.nodes().find((node) => node.nodeId === nodeId);
    const newest = connected === undefined ? id : memberOf(connected);
    if (this.#members.get(nodeId) === newest) return;
    this.#members.set(nodeId, newest);
    this.#healthLog.became(nodeId, this.#state.health.get(newest)?.status ?? 'alive');
  }

  #input(input: MembershipInput): void {
    if (this.#stopped) return;
    const { state, effects } = membershipStep(this.#state, input, this.#parts.random);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: MembershipEffect): void {
    const { links, found } = this.#parts;
    switch (effect.kind) {
      case 'send':
        links.notify(nodeOf(effect.to), 'membership/gossip', {
          from: this.#state.id,
          to: effect.to,
          message: effect.message,
        });
        break;
      case 'status':
        // The status of an earlier process of a node says nothing about the node.
        if (this.#members.get(nodeOf(effect.id)) === effect.id) {
          this.#healthLog.became(nodeOf(effect.id), effect.status);
        }
        break;
      case 'discovered':
        this.#adopt(effect.id);
        break;
      case 'forgotten':
        if (this.#members.get(nodeOf(effect.id)) === effect.id) {
          this.#members.delete(nodeOf(effect.id));
          this.#healthLog.forgotten(nodeOf(effect.id));
        }
        break;
      case 'changed':
        if (effect.key === GOSSIP_KEYS.address) this.#tellAddress(effect.id, found);
        this.#tellSaid(nodeOf(effect.id), effect.key);
        break;
    }
  }

  #tellSaid(nodeId: string, key: string): void {
    const value = this.heard(nodeId, key);
    if (value !== undefined) this.#parts.said?.(nodeId, key, value);
  }

  #tellAddress(id: MemberId, found: (address: string) => void): void {
    const address = this.#state.records.get(id)?.entries.get(GOSSIP_KEYS.address)?.value;
    if (address !== undefined) found(address);
  }

  #scheduleTick(): void {
    if (this.#stopped || this.#tick !== undefined) return;
    this.#tick = this.#parts.timers.after(TICK_MS, () => {
      this.#tick = undefined;
      this.#input({ kind: 'tick', nowMs: this.#parts.clock.monotonicMs() });
      if (this.#members.size > 0) this.#scheduleTick();
    });
  }
}

function memberOf({ nodeId, ephemeralId }: { nodeId: string; ephemeralId: string }): MemberId {
  return `${nodeId}/${ephemeralId}`;
}

function nodeOf(member: MemberId): string {
  return member.slice(0, member.indexOf('/'));
}
