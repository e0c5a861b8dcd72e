/**
 * The memory that segments are searched in, shared by all threads and never more than its limit: parts of segments come in when they are first
 * asked for and go when room is needed, those used longest ago first. Each thread has a `SegmentSpace` of its own over the same arenas.
 *
 * What a thread asked for it holds until it lets go of all (`letGo`, after each piece of work); nothing that some thread holds is moved or
 * overwritten. To hold costs two stores, no lock: the thread marks the record, then looks whether the stamp is still there; whoever wants the room
 * takes the stamp away first and then looks at the marks (hazard pointers, Michael 2004). Only loading and evicting take the lock.
 */
import { assert, checkWanted } from '@skein/base';
import type { ApiError } from '@skein/errors';
import { MAX_ROOM_BYTES, makeArena, RESERVED_BYTES } from './arena.js';
import type { BreakerBoard } from './breaker_board.js';
import { tooLarge } from './circuit_breaker.js';
import { SpaceBlocks } from './space_blocks.js';
import {
  A_ASSIGNED,
  EVICTIONS,
  HOLDING,
  IDLE,
  LIMIT,
  LOADS,
  MADE_LIMIT,
  NONE,
  R_ARENA,
  R_LENGTH,
  R_LOADER,
  R_OFFSET,
  R_STAMP,
  R_USED,
  REFUSED,
  RELEASES,
  SpaceControl,
  STAMPS,
  UNIT_BYTES,
  UNTOUCHED,
  USED,
  unitsOf,
  WAITING,
  WAITS,
} from './space_control.js';
import type {
  Residence,
  SharedSpace,
  SpaceOptions,
  SpaceStats,
  ThreadOptions,
} from './space_types.js';

interface Found {
  readonly state: 'held' | 'loading' | 'to load' | 'no room';
  readonly record: number;
}

/** The part is not in memory, and this thread does not load. */
export class PartNotLoaded extends Error {}

const DEFAULT_THREADS = 8;
const DEFAULT_PARTS = 16 * 1024;
const DEFAULT_PATIENCE_MS = 5_000;
/** A thread that loads may be killed: who waits for it looks now and then. */
const LOOK_AGAIN_MS = 500;
const SCRUB = 0xa5;
/** Sizes in units are 32-bit integers. */
const MAX_SPACE_BYTES = 2 ** 30 * UNIT_BYTES;

export class SegmentSpace {
  readonly shared: SharedSpace;
  readonly #control: SpaceControl;
  readonly #blocks: SpaceBlocks;
  readonly #row: number;
  readonly #patienceMs: number;
  readonly #loads: boolean;
  #board: BreakerBoard | undefined;
  #asksParent = false;
  /** By record: the stamp this thread holds; 0: none. */
  readonly #held: Int32Array;
  readonly #heldRecords: number[] = [];

  constructor(shared: SharedSpace, options: ThreadOptions) {
    const { row, patienceMs = DEFAULT_PATIENCE_MS, loads = true, scrub = false } = options;
    this.shared = shared;
    this.#control = new SpaceControl(shared.control);
    assert(row < this.#control.rowCount, `there is no room for thread ${row}`);
    this.#row = row;
    this.#patienceMs = patienceMs;
    this.#loads = loads;
    this.#held = new Int32Array(this.#control.recordCount);
    this.#blocks = new SpaceBlocks(this.#control, (record) => {
      if (scrub) this.#bytesOf(record).fill(SCRUB);
    });
  }

  static make(options: SpaceOptions): SharedSpace {
    const { limitBytes, threads = DEFAULT_THREADS, maxParts = DEFAULT_PARTS } = options;
    const rooms: number[] = [];
    for (let left = Math.min(limitBytes, MAX_SPACE_BYTES); left > 0; left -= MAX_ROOM_BYTES) {
      rooms.push(Math.max(UNIT_BYTES, Math.min(left, MAX_ROOM_BYTES)));
    }
    const sizes = { limitBytes, rooms, records: maxParts, rows: threads };
    return { arenas: rooms.map(makeArena), control: SpaceControl.make(sizes).shared };
  }

  get stats(): SpaceStats {
    const { words } = this.#control;
    let parts = 0;
    for (let record = 0; record < Atomics.load(words, UNTOUCHED); record++) {
      if (Atomics.load(words, this.#control.record(record) + R_STAMP) !== 0) parts++;
    }
    return {
      limitBytes: Atomics.load(words, LIMIT) * UNIT_BYTES,
      usedBytes: this.usedBytes,
      parts,
      loads: Atomics.load(words, LOADS),
      evictions: Atomics.load(words, EVICTIONS),
      refused: Atomics.load(words, REFUSED),
    };
  }

  /** Whether this thread brings what is not in memory. */
  get loads(): boolean {
    return this.#loads;
  }

  /** Bytes of all parts in memory. */
  get usedBytes(): number {
    return Atomics.load(this.#control.words, USED) * UNIT_BYTES;
  }

  /**
   * From now on refusals are counted as trips of `fielddata`. With `asksParent` nothing is loaded that the parent has no room for: for threads that
   * answer requests, which may come again.
   */
  obey(board: BreakerBoard, asksParent: boolean): void {
    this.#board = board;
    this.#asksParent = asksParent;
  }

  /** Never above what the space was made with, for its arenas do not grow. What is too much goes at once, unless it is held. */
  changeLimit(limitBytes: number): void {
    this.#control.locked(this.#row, () => {
      Atomics.store(this.#control.words, LIMIT, Math.floor(limitBytes / UNIT_BYTES));
      this.#blocks.shrink();
    });
  }

  /** Most that made parts may take of the space together; 0: all of it. */
  limitMade(limitBytes: number): void {
    const units = limitBytes <= 0 ? 0 : Math.min(unitsOf(limitBytes), unitsOf(MAX_SPACE_BYTES));
    Atomics.store(this.#control.words, MADE_LIMIT, units);
  }

  memory(arena: number): WebAssembly.Memory {
    return this.shared.arenas[arena];
  }

  /** The arena for all parts of a new segment: the one with the least in it. */
  assign(sizeBytes: number): number {
    const { words, arenaCount } = this.#control;
    const assigned = (arena: number) => this.#control.arena(arena) + A_ASSIGNED;
    return this.#control.locked(this.#row, () => {
      let best = 0;
      for (let arena = 1; arena < arenaCount; arena++) {
        if (words[assigned(arena)] < words[assigned(best)]) best = arena;
      }
      words[assigned(best)] += unitsOf(sizeBytes);
      return best;
    });
  }

  /** The segment is gone: its parts go, unless somebody holds them; then they go when room is needed. */
  dismiss(arena: number, sizeBytes: number, residence: Int32Array): void {
    const { words } = this.#control;
    this.#control.locked(this.#row, () => {
      words[this.#control.arena(arena) + A_ASSIGNED] -= unitsOf(sizeBytes);
      for (let at = 0; at < residence.length; at += 2) {
        const record = residence[at] - 1;
        if (record < 0 || !this.#isStamped(record, residence[at + 1])) continue;
        this.#blocks.evict(record);
      }
    });
  }

  /** The made part is to be made anew for whoever asks from now on; that is no eviction. */
  forget({ words, at }: Pick<Residence, 'words' | 'at'>): void {
    this.#control.locked(this.#row, () => {
      const record = Atomics.load(words, at) - 1;
      if (record < 0) return;
      if (this.#isStamped(record, words[at + 1])) this.#blocks.evict(record);
      else Atomics.add(words, at + 2, 1);
      Atomics.store(words, at, 0);
    });
  }

  /** Whether the made part was ever made. */
  wasAsked({ words, at }: Pick<Residence, 'words' | 'at'>): boolean {
    return Atomics.load(words, at + 3) !== 0;
  }

  /** How often the made part was evicted. */
  evictionsOf({ words, at }: Pick<Residence, 'words' | 'at'>): number {
    const record = Atomics.load(words, at) - 1;
    const isGone = record >= 0 && !this.#isStamped(record, Atomics.load(words, at + 1));
    return Atomics.load(words, at + 2) + (isGone ? 1 : 0);
  }

  /** What of a segment is in memory. */
  residentBytes(residence: Int32Array): number {
    const { words } = this.#control;
    let bytes = 0;
    for (let at = 0; at < residence.length; at += 2) {
      const record = Atomics.load(residence, at) - 1;
      if (record < 0 || !this.#isStamped(record, residence[at + 1])) continue;
      bytes += words[this.#control.record(record) + R_LENGTH] * UNIT_BYTES;
    }
    return bytes;
  }

  /** Record of the part, held from now on; loads it when it is not in memory. Throws circuit_breaking_exception when there is no room. */
  hold(part: Residence): number {
    const record = this.holdLoaded(part);
    return record === NONE ? this.#bring(part, true) : record;
  }

  /** The same, or NONE when there is no room now. */
  holdIfRoom(part: Residence): number {
    const record = this.holdLoaded(part);
    return record === NONE ? this.#bring(part, false) : record;
  }

  /** The same, or NONE when it is not in memory. */
  holdLoaded({ words, at }: Residence): number {
    const record = Atomics.load(words, at) - 1;
    if (record < 0) return NONE;
    const stamp = Atomics.load(words, at + 1);
    const held = this.#held[record];
    if (held !== 0) return held === stamp ? record : NONE;
    const { pins } = this.#control;
    const pin = this.#control.pin(this.#row, record);
    Atomics.store(pins, pin, 1);
    if (this.#isStamped(record, stamp)) {
      this.#keep(record, stamp);
      return record;
    }
    Atomics.store(pins, pin, 0);
    return NONE;
  }

  /** Of a record this thread holds: another number after it was loaded anew. */
  stampOf(record: number): number {
    return this.#held[record];
  }

  /** Of a record this thread holds: where it starts in its arena. */
  startOf(record: number): number {
    const units = this.#control.words[this.#control.record(record) + R_OFFSET];
    return RESERVED_BYTES + units * UNIT_BYTES;
  }

  /** Nothing that was asked for before is read any more by this thread. */
  letGo(): void {
    const held = this.#heldRecords;
    if (held.length === 0) return;
    const { words, pins } = this.#control;
    for (const record of held) {
      this.#held[record] = 0;
      Atomics.store(pins, this.#control.pin(this.#row, record), 0);
    }
    held.length = 0;
    Atomics.store(words, this.#control.state(this.#row), IDLE);
    this.#control.released();
  }

  /** The thread of this row is dead: what it held may go, and what it was loading is nobody's. */
  bury(row: number): void {
    const { words } = this.#control;
    this.#control.bury(row);
    this.#control.locked(this.#row, () => {
      for (let record = 0; record < words[UNTOUCHED]; record++) {
        const at = this.#control.record(record);
        if (words[at + R_LOADER] === row + 1) this.#blocks.free(record);
      }
    });
  }

  #isStamped(record: number, stamp: number): boolean {
    const { words } = this.#control;
    return stamp !== 0 && Atomics.load(words, this.#control.record(record) + R_STAMP) === stamp;
  }

  #keep(record: number, stamp: number): void {
    const { words } = this.#control;
    if (this.#heldRecords.length === 0) {
      Atomics.store(words, this.#control.state(this.#row), HOLDING);
    }
    this.#held[record] = stamp;
    this.#heldRecords.push(record);
    words[this.#control.record(record) + R_USED] = words[RELEASES];
  }

  #bring(part: Residence, insists: boolean): number {
    if (!this.#loads) throw new PartNotLoaded(part.name());
    const refusal = this.#parentRefusal(part);
    if (refusal !== undefined) {
      if (insists) throw refusal;
      return NONE;
    }
    for (;;) {
      const releases = Atomics.load(this.#control.words, RELEASES);
      const found = this.#control.locked(this.#row, () => this.#begin(part));
      if (found.state === 'held') return found.record;
      if (found.state === 'to load') return this.#load(part, found.record);
      if (found.state === 'loading') {
        Atomics.wait(part.words, part.at, -(found.record + 1), LOOK_AGAIN_MS);
        // Whoever loads it may wait for a repository.
        checkWanted();
      } else if (insists) this.#await(part, releases);
      else return NONE;
    }
  }

  /** Under the lock: another thread may have brought it meanwhile, or be about to; else a place is taken for it. */
  #begin(part: Residence): Found {
    const { words } = this.#control;
    const known = Atomics.load(part.words, part.at);
    if (known > 0 && this.#isStamped(known - 1, part.words[part.at + 1])) {
      const record = known - 1;
      Atomics.store(this.#control.pins, this.#control.pin(this.#row, record), 1);
      this.#keep(record, part.words[part.at + 1]);
      return { state: 'held', record };
    }
    if (known < 0 && words[this.#control.record(-known - 1) + R_LOADER] > 0) {
      return { state: 'loading', record: -known - 1 };
    }
    const { arena, isMade = false } = part;
    const length = unitsOf(part.lengthBytes);
    const record = this.#blocks.take({ arena, length, row: this.#row, isMade });
    if (record === NONE) return { state: 'no room', record };
    if (isMade) {
      if (known > 0) Atomics.add(part.words, part.at + 2, 1);
      Atomics.store(part.words, part.at + 3, 1);
    }
    Atomics.store(words, this.#control.state(this.#row), HOLDING);
    Atomics.store(part.words, part.at + 1, 0);
    Atomics.store(part.words, part.at, -(record + 1));
    return { state: 'to load', record };
  }

  #load(part: Residence, record: number): number {
    const { words, pins } = this.#control;
    try {
      part.load(this.#bytesOf(record).subarray(0, part.lengthBytes));
    } catch (error) {
      this.#control.locked(this.#row, () => this.#blocks.free(record));
      if (this.#heldRecords.length === 0) {
        Atomics.store(words, this.#control.state(this.#row), IDLE);
      }
      this.#announce(part, 0);
      throw error;
    }
    const at = this.#control.record(record);
    const stamp = Atomics.add(words, STAMPS, 1) + 1;
    Atomics.store(pins, this.#control.pin(this.#row, record), 1);
    Atomics.store(words, at + R_LOADER, 0);
    Atomics.store(words, at + R_STAMP, stamp);
    this.#keep(record, stamp);
    Atomics.add(words, LOADS, 1);
    Atomics.store(part.words, part.at + 1, stamp);
    this.#announce(part, record + 1);
    return record;
  }

  #announce(part: Residence, state: number): void {
    Atomics.store(part.words, part.at, state);
    Atomics.notify(part.words, part.at);
  }

  #bytesOf(record: number): Uint8Array {
    const at = this.#control.record(record);
    const { words } = this.#control;
    const arena = this.shared.arenas[words[at + R_ARENA]];
    const start = RESERVED_BYTES + words[at + R_OFFSET] * UNIT_BYTES;
    return new Uint8Array(arena.buffer, start, words[at + R_LENGTH] * UNIT_BYTES);
  }

  /** Until another thread lets go; throws when none will, or not soon enough. */
  #await(part: Residence, releases: number): void {
    const { words } = this.#control;
    const own = this.#control.state(this.#row);
    const state = Atomics.exchange(words, own, WAITS);
    Atomics.add(words, WAITING, 1);
    try {
      const fits = unitsOf(part.lengthBytes) <= Atomics.load(words, LIMIT);
      if (!fits || !this.#someoneWorks() || this.#patienceMs === 0) throw this.#refuse(part);
      const woken = Atomics.wait(words, RELEASES, releases, this.#patienceMs);
      if (woken === 'timed-out') throw this.#refuse(part);
    } finally {
      Atomics.sub(words, WAITING, 1);
      Atomics.store(words, own, state);
    }
  }

  /** Whether some thread holds parts and does not wait itself. */
  #someoneWorks(): boolean {
    const { words, rowCount } = this.#control;
    for (let row = 0; row < rowCount; row++) {
      if (Atomics.load(words, this.#control.state(row)) === HOLDING) return true;
    }
    return false;
  }

  #parentRefusal({ lengthBytes, name }: Residence): ApiError | undefined {
    if (!this.#asksParent) return undefined;
    return this.#board?.parentRefusal(lengthBytes, name(), 0);
  }

  /** The reference's breaker of what is kept in memory of fields. */
  #refuse(part: Residence): ApiError {
    const { words } = this.#control;
    Atomics.add(words, REFUSED, 1);
    const limitBytes = Atomics.load(words, LIMIT) * UNIT_BYTES;
    const used = this.usedBytes;
    // Gaps that are too small for it count as used.
    const wantedBytes =
      (used + part.lengthBytes > limitBytes ? used : limitBytes) + part.lengthBytes;
    const label = part.name();
    if (this.#board === undefined) return tooLarge('fielddata', { wantedBytes, limitBytes, label });
    const { overhead } = this.#board.limits.children.fielddata;
    return this.#board.trip('fielddata', Math.ceil(wantedBytes * overhead), label);
  }
}
