/**
 * The memory in which segments are searched, shared by all threads and never larger than its limit.
 * A part of a segment is loaded when it is first requested; when room is needed, the least recently
 * used parts are evicted. Each thread has a `SegmentSpace` of its own over the same arenas.
 *
 * A thread holds each part it requested until it releases all of them (`letGo`, after each piece of
 * work); a part that some thread holds is never moved or overwritten.
 *
 * Each part in memory has a record in the shared words (`space_control.ts`) with a stamp, a number
 * that is unique to each load. A thread holds a part without the lock (`held_parts.ts`). Only
 * loading and evicting take the lock.
 *
 * A made part is in no file: it is computed from other parts when it is first requested.
 */
import { assert, checkWanted, LeftToAnotherThread } from '@skein/base';
import type { ApiError } from '@skein/errors';
import { MAX_ROOM_BYTES, makeArena, RESERVED_BYTES } from './arena.js';
import type { BreakerBoard } from './breaker_board.js';
import { tooLarge } from './circuit_breaker.js';
import { HeldParts } from './held_parts.js';
import {
  loadedInto,
  loadedRecord,
  loadingInto,
  loadingRecord,
  NOT_IN_MEMORY,
  PART_WORDS,
  partIndices,
  type SegmentResidence,
  W_EVICTIONS,
  W_STAMP,
  W_STATE,
  W_WAS_MADE,
} from './residence_layout.js';
import { SpaceBlocks } from './space_blocks.js';
import {
  A_ASSIGNED,
  EVICTIONS,
  HOLDING,
  LIMIT,
  LOADS,
  MADE_LIMIT,
  NONE,
  R_ARENA,
  R_LENGTH,
  R_LOADER,
  R_OFFSET,
  R_STAMP,
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

/** The outcome of a thread's attempt to get a part. */
interface PartAttempt {
  /**
   * `held`: this thread holds the record. `loading`: another thread is loading it. `to load`: this
   * thread must load it. `no room`: `record` is NONE.
   */
  readonly state: 'held' | 'loading' | 'to load' | 'no room';
  readonly record: number;
}

/** Thrown when a part is not in memory and this thread does not load parts. */
export class PartNotLoaded extends LeftToAnotherThread {}

const DEFAULT_THREADS = 8;
const DEFAULT_PARTS = 16 * 1024;
const DEFAULT_PATIENCE_MS = 5_000;
/** A loading thread may be killed, so a waiting thread checks on it at this interval. */
const LOOK_AGAIN_MS = 500;
/** The byte that overwrites evicted parts if `scrub` is on. */
const SCRUB = 0xa5;
/** Sizes in units are 32-bit integers. */
const MAX_SPACE_BYTES = 2 ** 30 * UNIT_BYTES;

export class SegmentSpace {
  readonly shared: SharedSpace;
  readonly #control: SpaceControl;
  readonly #blocks: SpaceBlocks;
  /** The number of this thread in the shared words, which have a state and pins for each row. */
  readonly #row: number;
  readonly #patienceMs: number;
  readonly #loads: boolean;
  #board: BreakerBoard | undefined;
  /** True if a part is also refused when the parent breaker has no room for it (`obey`). */
  #asksParent = false;
  readonly #held: HeldParts;

  constructor(shared: SharedSpace, options: ThreadOptions) {
    const { row, patienceMs = DEFAULT_PATIENCE_MS, loads = true, scrub = false } = options;
    this.shared = shared;
    this.#control = new SpaceControl(shared.control);
    assert(row < this.#control.rowCount, `there is no room for thread ${row}`);
    this.#row = row;
    this.#patienceMs = patienceMs;
    this.#loads = loads;
    this.#held = new HeldParts(this.#control, row);
    this.#blocks = new SpaceBlocks(this.#control, (record) => {
      if (scrub) this.#bytesOf(record).fill(SCRUB);
    });
  }

  /** Makes the memory of a new space, of which each thread then builds its `SegmentSpace`. */
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

  /** True if this thread loads parts that are not in memory. */
  get loads(): boolean {
    return this.#loads;
  }

  /** Bytes of all parts in memory. */
  get usedBytes(): number {
    return Atomics.load(this.#control.words, USED) * UNIT_BYTES;
  }

  /**
   * From now on, a refused part trips the breaker `fielddata` of the board. With `asksParent`, a
   * part is also refused if the parent breaker has no room for it. Threads that answer requests set
   * it, because a refused request can be repeated.
   */
  obey(board: BreakerBoard, asksParent: boolean): void {
    this.#board = board;
    this.#asksParent = asksParent;
  }

  /**
   * Changes the limit, which must not exceed the size the space was created with, since its arenas
   * do not grow. Parts beyond the limit are evicted at once unless they are held.
   */
  changeLimit(limitBytes: number): void {
    this.#control.locked(this.#row, () => {
      Atomics.store(this.#control.words, LIMIT, Math.floor(limitBytes / UNIT_BYTES));
      this.#blocks.shrink();
    });
  }

  /** Sets the limit of all made parts together; 0: they may fill the whole space. */
  limitMade(limitBytes: number): void {
    const units = limitBytes <= 0 ? 0 : Math.min(unitsOf(limitBytes), unitsOf(MAX_SPACE_BYTES));
    Atomics.store(this.#control.words, MADE_LIMIT, units);
  }

  memory(arena: number): WebAssembly.Memory {
    return this.shared.arenas[arena];
  }

  /** Chooses the arena for all parts of a new segment: the one with the fewest assigned bytes. */
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

  /**
   * Evicts all parts of a removed segment. Parts that are held are evicted later, when room is
   * needed.
   */
  dismiss(residence: SegmentResidence, sizeBytes: number): void {
    const { words } = this.#control;
    this.#control.locked(this.#row, () => {
      words[this.#control.arena(residence.arena) + A_ASSIGNED] -= unitsOf(sizeBytes);
      for (const at of partIndices(residence)) {
        const record = this.#held.recordOf({ words: residence.words, at });
        if (record !== NONE) this.#blocks.evict(record);
      }
    });
  }

  /** Forgets a made part, so that the next request makes it again. This is not an eviction. */
  forget({ words, at }: Pick<Residence, 'words' | 'at'>): void {
    this.#control.locked(this.#row, () => {
      if (loadedRecord(Atomics.load(words, at + W_STATE)) < 0) return;
      const record = this.#held.recordOf({ words, at });
      if (record === NONE) Atomics.add(words, at + W_EVICTIONS, 1);
      else this.#blocks.evict(record);
      Atomics.store(words, at + W_STATE, NOT_IN_MEMORY);
    });
  }

  /** True if a thread has begun to make the made part at least once. */
  wasAsked({ words, at }: Pick<Residence, 'words' | 'at'>): boolean {
    return Atomics.load(words, at + W_WAS_MADE) !== 0;
  }

  /** Number of evictions of the made part. */
  evictionsOf({ words, at }: Pick<Residence, 'words' | 'at'>): number {
    const wasLoaded = loadedRecord(Atomics.load(words, at + W_STATE)) >= 0;
    const isGone = wasLoaded && this.#held.recordOf({ words, at }) === NONE;
    return Atomics.load(words, at + W_EVICTIONS) + (isGone ? 1 : 0);
  }

  /**
   * Bytes of those parts that are in memory. `residence`: the words of parts of a file, as
   * `residence_layout.ts` describes.
   */
  residentBytes(residence: Int32Array): number {
    const { words } = this.#control;
    let bytes = 0;
    for (let at = 0; at < residence.length; at += PART_WORDS) {
      const record = this.#held.recordOf({ words: residence, at });
      if (record === NONE) continue;
      bytes += words[this.#control.record(record) + R_LENGTH] * UNIT_BYTES;
    }
    return bytes;
  }

  /**
   * Returns the record of the part and holds it; loads the part if it is not in memory. Throws
   * circuit_breaking_exception when there is no room.
   */
  hold(part: Residence): number {
    const record = this.holdLoaded(part);
    return record === NONE ? this.#bring(part, true) : record;
  }

  /** Like `hold`, but returns NONE when there is no room now. */
  holdIfRoom(part: Residence): number {
    const record = this.holdLoaded(part);
    return record === NONE ? this.#bring(part, false) : record;
  }

  /** Like `hold`, but returns NONE when the part is not in memory. */
  holdLoaded(part: Residence): number {
    return this.#held.take(part);
  }

  /** The stamp of a record this thread holds; it changes when the part is loaded again. */
  stampOf(record: number): number {
    return this.#held.stampOf(record);
  }

  /** The address of a held record's block in its arena. */
  startOf(record: number): number {
    const units = this.#control.words[this.#control.record(record) + R_OFFSET];
    return RESERVED_BYTES + units * UNIT_BYTES;
  }

  /** Releases all parts: this thread does not read them any more. */
  letGo(): void {
    this.#held.letGo();
  }

  /**
   * Cleans up after the dead thread that had the row: releases its parts and frees the blocks that
   * it was loading.
   */
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

  /** Loads the part. If there is no room, it throws if `insists`, and returns NONE otherwise. */
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
        Atomics.wait(part.words, part.at + W_STATE, loadingInto(found.record), LOOK_AGAIN_MS);
        // The loading thread may be waiting for a repository, so check for cancellation.
        checkWanted();
      } else if (insists) this.#await(part, releases);
      else return NONE;
    }
  }

  /**
   * Runs under the lock. If another thread has loaded the part meanwhile, holds it; if another
   * thread is loading it, says so; otherwise takes a block for it, which the caller must fill.
   */
  #begin(part: Residence): PartAttempt {
    const { words } = this.#control;
    const known = Atomics.load(part.words, part.at + W_STATE);
    const loaded = loadedRecord(known);
    const stamp = part.words[part.at + W_STAMP];
    if (loaded >= 0 && this.#held.isStamped(loaded, stamp)) {
      this.#held.keep(loaded, stamp);
      return { state: 'held', record: loaded };
    }
    const loading = loadingRecord(known);
    // A record without a loader was freed by `bury`, after its thread died.
    if (loading >= 0 && words[this.#control.record(loading) + R_LOADER] > 0) {
      return { state: 'loading', record: loading };
    }
    const { arena, isMade = false } = part;
    const length = unitsOf(part.lengthBytes);
    const record = this.#blocks.take({ arena, length, row: this.#row, isMade });
    if (record === NONE) return { state: 'no room', record };
    if (isMade) {
      // It was loaded and is not there: it was evicted.
      if (loaded >= 0) Atomics.add(part.words, part.at + W_EVICTIONS, 1);
      Atomics.store(part.words, part.at + W_WAS_MADE, 1);
    }
    Atomics.store(words, this.#control.state(this.#row), HOLDING);
    Atomics.store(part.words, part.at + W_STAMP, 0);
    Atomics.store(part.words, part.at + W_STATE, loadingInto(record));
    return { state: 'to load', record };
  }

  #load(part: Residence, record: number): number {
    const { words } = this.#control;
    try {
      part.load(this.#bytesOf(record).subarray(0, part.lengthBytes));
    } catch (error) {
      this.#control.locked(this.#row, () => this.#blocks.free(record));
      this.#held.loadFailed();
      this.#announce(part, NOT_IN_MEMORY);
      throw error;
    }
    const at = this.#control.record(record);
    const stamp = Atomics.add(words, STAMPS, 1) + 1;
    // Before the stamp, with which the record becomes one that can be evicted.
    this.#held.keep(record, stamp);
    Atomics.store(words, at + R_LOADER, 0);
    Atomics.store(words, at + R_STAMP, stamp);
    Atomics.add(words, LOADS, 1);
    Atomics.store(part.words, part.at + W_STAMP, stamp);
    this.#announce(part, loadedInto(record));
    return record;
  }

  /** Sets the part's `W_STATE` and wakes the threads that wait for it. */
  #announce(part: Residence, state: number): void {
    Atomics.store(part.words, part.at + W_STATE, state);
    Atomics.notify(part.words, part.at + W_STATE);
  }

  #bytesOf(record: number): Uint8Array {
    const at = this.#control.record(record);
    const { words } = this.#control;
    const arena = this.shared.arenas[words[at + R_ARENA]];
    const start = RESERVED_BYTES + words[at + R_OFFSET] * UNIT_BYTES;
    return new Uint8Array(arena.buffer, start, words[at + R_LENGTH] * UNIT_BYTES);
  }

  /**
   * Waits until another thread releases parts. Throws if the part never fits, if no other thread
   * has anything to release, or if it takes longer than `patienceMs`. `releases`: the count of
   * releases before the attempt, so that a release in between is not missed.
   */
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

  /** True if some thread holds parts and does not wait itself. */
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

  /** Trips `fielddata`, which is Elasticsearch's breaker for field data kept in memory. */
  #refuse(part: Residence): ApiError {
    const { words } = this.#control;
    Atomics.add(words, REFUSED, 1);
    const limitBytes = Atomics.load(words, LIMIT) * UNIT_BYTES;
    const used = this.usedBytes;
    // If enough bytes are free, the gaps between blocks are too small: they count as used.
    const wantedBytes =
      (used + part.lengthBytes > limitBytes ? used : limitBytes) + part.lengthBytes;
    const label = part.name();
    if (this.#board === undefined) return tooLarge('fielddata', { wantedBytes, limitBytes, label });
    const { overhead } = this.#board.limits.children.fielddata;
    return this.#board.trip('fielddata', Math.ceil(wantedBytes * overhead), label);
  }
}
