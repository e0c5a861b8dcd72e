/**
 * One node's knowledge of the members: the key spaces they own, and their apparent health. It
 * decides nothing about the cluster; it finds nodes, ranks copies and tells the master where to
 * look.
 */
import { expectDefined } from '@skein/base';
import type { MemberId } from './gossip_messages.js';
import { type HeartbeatHistory, startHistory } from './heartbeat_history.js';
import { MEMBERSHIP_DEFAULTS, type MembershipSettings } from './membership_settings.js';

export type MemberStatus = 'alive' | 'suspect' | 'unreachable';

interface MemberEntry {
  readonly value: string | undefined;
  readonly version: number;
  /** Time at which this node learnt of the deletion. */
  readonly deletedAtMs: number | undefined;
}

/** A member's own data, as far as it has arrived here. Only the member itself adds to it. */
export interface MemberRecord {
  readonly id: MemberId;
  readonly heartbeat: number;
  readonly version: number;
  /** Tombstones up to this version may be gone. */
  readonly collectedVersion: number;
  readonly entries: ReadonlyMap<string, MemberEntry>;
}

/** This node's opinion of a member. */
export interface MemberHealth {
  readonly status: MemberStatus;
  readonly history: HeartbeatHistory;
  /** The incarnation that the current suspicion accuses, and its start. */
  readonly accusedIncarnation: number;
  readonly sinceMs: number;
}

export interface Probe {
  readonly target: MemberId;
  readonly seq: number;
  readonly deadlineMs: number;
  readonly isIndirect: boolean;
  readonly nacks: number;
}

/** A probe that this node makes for another. */
interface RelayedProbe {
  readonly origin: MemberId;
  readonly originSeq: number;
  readonly nackAtMs: number;
}

export interface MembershipState {
  readonly id: MemberId;
  readonly settings: MembershipSettings;
  readonly nowMs: number;
  readonly records: ReadonlyMap<MemberId, MemberRecord>;
  readonly health: ReadonlyMap<MemberId, MemberHealth>;
  readonly seeds: readonly MemberId[];
  readonly nextGossipAtMs: number;
  readonly nextProbeAtMs: number;
  /** The members in the order of the current round of probes. */
  readonly probeOrder: readonly MemberId[];
  readonly probe: Probe | undefined;
  readonly relayed: ReadonlyMap<number, RelayedProbe>;
  readonly lastSeq: number;
  /**
   * 0 is healthy. Every step stretches this node's own timeouts, so that a slow node does not
   * accuse others (Lifeguard).
   */
  readonly localHealth: number;
}

export interface MembershipOptions {
  readonly id: MemberId;
  readonly nowMs: number;
  readonly settings?: Partial<MembershipSettings>;
}

export function startMembership({ id, nowMs, settings }: MembershipOptions): MembershipState {
  const own = { ...newRecord(id), heartbeat: 1 };
  return {
    id,
    settings: { ...MEMBERSHIP_DEFAULTS, ...settings },
    nowMs,
    records: new Map([[id, own]]),
    health: new Map(),
    seeds: [],
    nextGossipAtMs: nowMs,
    nextProbeAtMs: nowMs,
    probeOrder: [],
    probe: undefined,
    relayed: new Map(),
    lastSeq: 0,
    localHealth: 0,
  };
}

/** The record of this node, which is never removed. */
export function ownRecord({ records, id }: MembershipState): MemberRecord {
  return expectDefined(records.get(id), 'a member has its own record');
}

export function newRecord(id: MemberId): MemberRecord {
  return { id, heartbeat: 0, version: 0, collectedVersion: 0, entries: new Map() };
}

export function newHealth(nowMs: number, settings: MembershipSettings): MemberHealth {
  return {
    status: 'alive',
    history: startHistory(nowMs, settings),
    accusedIncarnation: -1,
    sinceMs: nowMs,
  };
}

export const INCARNATION = 'incarnation';

/** The member's incarnation: how many accusations it has refuted. */
export function incarnationOf(record: MemberRecord | undefined): number {
  return Number(record?.entries.get(INCARNATION)?.value ?? 0);
}
