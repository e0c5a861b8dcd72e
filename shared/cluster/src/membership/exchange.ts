/**
 * Scuttlebutt gossip: two members exchange how much they know of every member, then each sends the
 * data that the other lacks, oldest versions first. The digests themselves carry the heartbeats.
 */
import type { DeltaEntry, DigestEntry, MemberDelta, MemberId } from './gossip_messages.js';
import { addHeartbeat } from './heartbeat_history.js';
import {
  type MemberRecord,
  type MembershipState,
  newHealth,
  newRecord,
} from './membership_state.js';
import type { MembershipTurn } from './membership_turn.js';
import { onAccusation, onIncarnation, onRetraction } from './suspicion.js';

export function digestOf(state: MembershipState): DigestEntry[] {
  const digest: DigestEntry[] = [];
  for (const { id, heartbeat, version } of state.records.values()) {
    if (!isFading(state, id)) digest.push({ id, heartbeat, version });
  }
  return digest;
}

/** Records new heartbeats. A member seen for the first time is known from here on. */
export function learnDigest(turn: MembershipTurn, digest: readonly DigestEntry[]): void {
  const { state } = turn;
  for (const { id, heartbeat } of digest) {
    if (id === state.id) continue;
    const known = meet(turn, id);
    if (heartbeat <= known.heartbeat) continue;
    turn.records().set(id, { ...known, heartbeat });
    const health = state.health.get(id) ?? newHealth(state.nowMs, state.settings);
    const history = addHeartbeat(health.history, state.nowMs, state.settings);
    turn.health().set(id, { ...health, history });
  }
}

export function meet(turn: MembershipTurn, id: MemberId): MemberRecord {
  const known = turn.state.records.get(id);
  if (known) return known;
  const record = newRecord(id);
  turn.records().set(id, record);
  turn.health().set(id, newHealth(turn.state.nowMs, turn.state.settings));
  turn.effects.push({ kind: 'discovered', id });
  return record;
}

/** The data that a member with this digest lacks, up to the size of a message. */
export function deltaFor(state: MembershipState, digest: readonly DigestEntry[]): MemberDelta[] {
  const known = new Map(digest.map(({ id, version }) => [id, version]));
  const delta: MemberDelta[] = [];
  const room: Room = { bytes: state.settings.deltaMaxBytes, isWhole: true };
  for (const record of state.records.values()) {
    const theirs = known.get(record.id) ?? 0;
    if (theirs >= record.version || isFading(state, record.id)) continue;
    const part = partFor(record, theirs, room);
    if (part.version > theirs) delta.push(part);
  }
  return delta;
}

/** Remaining space in a message. */
interface Room {
  bytes: number;
  /** True if nothing has taken any of it. */
  isWhole: boolean;
}

const ENTRY_OVERHEAD_BYTES = 16;

function partFor(record: MemberRecord, theirs: number, room: Room): MemberDelta {
  const { id, collectedVersion } = record;
  const isReset = theirs < collectedVersion;
  const after = isReset ? 0 : theirs;
  const newer: DeltaEntry[] = [];
  for (const [key, { value, version }] of record.entries) {
    if (version > after) newer.push({ key, value, version });
  }
  newer.sort((a, b) => a.version - b.version);
  const entries = isReset ? allOrNone(newer, room) : fitting(newer, room);
  const version = entries.length === newer.length ? record.version : (entries.at(-1)?.version ?? 0);
  return { id, isReset, collectedVersion, version, entries };
}

function fitting(entries: readonly DeltaEntry[], room: Room): readonly DeltaEntry[] {
  room.isWhole = false;
  const end = entries.findIndex((entry) => {
    room.bytes -= sizeOf(entry);
    return room.bytes < 0;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

/**
 * A reset is not cut: its receiver, still below the collected version, would be sent the same part
 * for ever. One that no message has room for goes alone.
 */
function allOrNone(entries: readonly DeltaEntry[], room: Room): readonly DeltaEntry[] {
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  const fits = room.isWhole || bytes <= room.bytes;
  room.isWhole = false;
  if (!fits) return [];
  room.bytes -= bytes;
  return entries;
}

const sizeOf = ({ key, value }: DeltaEntry): number =>
  key.length + (value?.length ?? 0) + ENTRY_OVERHEAD_BYTES;

/**
 * True if the member has been unreachable for so long that all members will soon forget it. It is
 * no longer mentioned, or it would be learnt again forever.
 */
function isFading({ health, nowMs, settings }: MembershipState, id: MemberId): boolean {
  const known = health.get(id);
  return known?.status === 'unreachable' && nowMs - known.sinceMs > settings.graceMs / 2;
}

/** Merges new data. Data about this node itself is ignored. */
export function learnDelta(turn: MembershipTurn, delta: readonly MemberDelta[]): void {
  for (const part of delta) if (part.id !== turn.state.id) learnMember(turn, part);
}

function learnMember(turn: MembershipTurn, part: MemberDelta): void {
  const { id, isReset, collectedVersion } = part;
  const known = meet(turn, id);
  if (part.version <= known.version) return;
  const isForgotten = isReset && known.version < collectedVersion;
  const entries = new Map(isForgotten ? [] : known.entries);
  const news = part.entries.filter(({ version }) => isForgotten || version > known.version);
  for (const { key, value, version } of news) {
    const deletedAtMs = value === undefined ? turn.state.nowMs : undefined;
    entries.set(key, { value, version, deletedAtMs });
  }
  const { version } = part;
  // The tombstones that the sender lacks are missing here too: others must hear of that.
  const collected = isForgotten ? { collectedVersion } : {};
  turn.records().set(id, { ...known, ...collected, version, entries });
  for (const { key, value } of news) {
    turn.effects.push({ kind: 'changed', id, key });
    onIncarnation(turn, id, key);
    if (value === undefined) onRetraction(turn, key);
    else onAccusation(turn, key, value);
  }
}

/** Drops tombstones that all members had time to learn of. */
export function collectTombstones(turn: MembershipTurn): void {
  for (const record of turn.state.records.values()) {
    const old = [...record.entries].filter(([, { deletedAtMs = Infinity }]) => {
      return turn.state.nowMs - deletedAtMs >= turn.state.settings.graceMs;
    });
    if (old.length === 0) continue;
    const entries = new Map(record.entries);
    for (const [key] of old) entries.delete(key);
    const collectedVersion = Math.max(record.collectedVersion, ...old.map(([, e]) => e.version));
    turn.records().set(record.id, { ...record, entries, collectedVersion });
  }
}
