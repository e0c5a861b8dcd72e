/**
 * Allocates blocks in the arenas. The records of an arena form a list ordered by address, and a
 * block goes into the first gap that is large enough. If there is none, blocks that no thread holds
 * are evicted, the least recently used first. All methods run under the lock.
 */
import {
  A_FIRST,
  A_ROOM,
  EVICTIONS,
  FREE_RECORD,
  LIMIT,
  MADE_LIMIT,
  MADE_USED,
  NONE,
  R_ARENA,
  R_LENGTH,
  R_LOADER,
  R_MADE,
  R_NEXT,
  R_OFFSET,
  R_PREVIOUS,
  R_STAMP,
  R_USED,
  RELEASES,
  type SpaceControl,
  UNTOUCHED,
  USED,
} from './space_control.js';

/** Selects the blocks that may be evicted, by the index of their record. */
type Among = (at: number) => boolean;
const ANY: Among = () => true;

/** A gap between two neighbours in an arena's list; `before` is NONE at the beginning. */
interface Gap {
  readonly before: number;
  readonly offset: number;
}

/** A block that no thread held when it was listed. */
interface UnusedBlock {
  readonly record: number;
  readonly stamp: number;
  /** Count of releases at its last use. */
  readonly used: number;
  /** Releases between its last use and the listing. */
  readonly age: number;
}

/** A request for a block. */
export interface WantedBlock {
  readonly arena: number;
  /** The length in units. */
  readonly length: number;
  /** The row of the thread that will load the block. */
  readonly row: number;
  readonly isMade: boolean;
}

export class SpaceBlocks {
  readonly #control: SpaceControl;
  /** Called for each block before its place is reused. */
  readonly #onEvicted: (record: number) => void;
  /**
   * Blocks to evict, the most recently used first. A block that was loaded or used after the list
   * was made is more recent than every block of the list; a listed block that was used since is
   * passed over.
   */
  #unused: UnusedBlock[] = [];

  constructor(control: SpaceControl, onEvicted: (record: number) => void) {
    this.#control = control;
    this.#onEvicted = onEvicted;
  }

  /**
   * Returns the record of a new block without a stamp, or NONE when held blocks leave too little
   * room.
   */
  take(wanted: WantedBlock): number {
    const { arena, length } = wanted;
    const { words, recordCount } = this.#control;
    if (length > words[LIMIT] || length > words[this.#control.arena(arena) + A_ROOM]) return NONE;
    const inArena: Among = (at) => words[at + R_ARENA] === arena;
    const limit = wanted.isMade ? words[MADE_LIMIT] : 0;
    // A made part that alone exceeds the limit stays until the next one comes, since its caller has
    // to read it.
    while (limit > 0 && words[MADE_USED] + length > limit) if (!this.#evictOne(this.#made)) break;
    while (words[USED] + length > words[LIMIT]) if (!this.#evictOne(ANY)) return NONE;
    while (words[FREE_RECORD] === NONE && words[UNTOUCHED] === recordCount) {
      if (!this.#evictOne(ANY)) return NONE;
    }
    let gap = this.#firstGap(arena, length);
    while (gap === undefined) {
      if (!this.#evictOne(inArena)) return NONE;
      gap = this.#firstGap(arena, length);
    }
    return this.#place(gap, wanted);
  }

  /** Frees a block that no thread reads any more or that was never filled. */
  free(record: number): void {
    const { words } = this.#control;
    const at = this.#control.record(record);
    Atomics.store(words, at + R_STAMP, 0);
    const previous = words[at + R_PREVIOUS];
    const next = words[at + R_NEXT];
    const first = this.#control.arena(words[at + R_ARENA]) + A_FIRST;
    if (previous === NONE) words[first] = next;
    else words[this.#control.record(previous) + R_NEXT] = next;
    if (next !== NONE) words[this.#control.record(next) + R_PREVIOUS] = previous;
    Atomics.sub(words, USED, words[at + R_LENGTH]);
    if (words[at + R_MADE] !== 0) Atomics.sub(words, MADE_USED, words[at + R_LENGTH]);
    words[at + R_MADE] = 0;
    words[at + R_LOADER] = 0;
    words[at + R_LENGTH] = 0;
    words[at + R_NEXT] = words[FREE_RECORD];
    words[FREE_RECORD] = record;
  }

  /** Evicts blocks that are not held until the limit is kept or none is left. */
  shrink(): void {
    const { words } = this.#control;
    if (words[USED] <= words[LIMIT]) return;
    while (words[USED] > words[LIMIT]) if (!this.#evictOne(ANY)) return;
  }

  /** Frees the block unless some thread holds it; a held block gets its stamp back. */
  evict(record: number): boolean {
    const { words } = this.#control;
    const at = this.#control.record(record);
    const stamp = words[at + R_STAMP];
    if (stamp === 0 || this.#control.isPinned(record)) return false;
    // A thread that pins the record from here on finds no stamp and takes the lock. A thread that
    // pinned it just before is seen by the check below.
    Atomics.store(words, at + R_STAMP, 0);
    if (this.#control.isPinned(record)) {
      Atomics.store(words, at + R_STAMP, stamp);
      return false;
    }
    this.#onEvicted(record);
    this.free(record);
    return true;
  }

  readonly #made: Among = (at) => this.#control.words[at + R_MADE] !== 0;

  /**
   * Evicts the least recently used of `among` that no thread holds; false: there is none. Records
   * are listed and sorted again only when the list has none left, so that a full space does not
   * sort all its records for each block.
   */
  #evictOne(among: Among): boolean {
    if (this.#evictListed(among)) return true;
    this.#listUnused();
    return this.#evictListed(among);
  }

  #evictListed(among: Among): boolean {
    const { words } = this.#control;
    for (let i = this.#unused.length - 1; i >= 0; i--) {
      const { record, stamp, used } = this.#unused[i];
      const at = this.#control.record(record);
      const isAsListed = words[at + R_STAMP] === stamp && words[at + R_USED] === used;
      if (isAsListed && !among(at)) continue;
      this.#unused.splice(i, 1);
      if (!isAsListed || !this.evict(record)) continue;
      Atomics.add(words, EVICTIONS, 1);
      return true;
    }
    return false;
  }

  #listUnused(): void {
    const { words } = this.#control;
    const found: UnusedBlock[] = [];
    const now = words[RELEASES];
    for (let record = 0; record < words[UNTOUCHED]; record++) {
      const at = this.#control.record(record);
      const stamp = words[at + R_STAMP];
      if (stamp === 0 || this.#control.isPinned(record)) continue;
      const used = words[at + R_USED];
      // The count of releases wraps around after some days.
      found.push({ record, stamp, used, age: (now - used) >>> 0 });
    }
    this.#unused = found.sort((a, b) => a.age - b.age);
  }

  #firstGap(arena: number, length: number): Gap | undefined {
    const { words } = this.#control;
    let before = NONE;
    let offset = 0;
    let next = words[this.#control.arena(arena) + A_FIRST];
    while (next !== NONE) {
      const at = this.#control.record(next);
      if (words[at + R_OFFSET] - offset >= length) return { before, offset };
      before = next;
      offset = words[at + R_OFFSET] + words[at + R_LENGTH];
      next = words[at + R_NEXT];
    }
    const room = words[this.#control.arena(arena) + A_ROOM];
    return room - offset >= length ? { before, offset } : undefined;
  }

  #place({ before, offset }: Gap, { arena, length, row, isMade }: WantedBlock): number {
    const { words } = this.#control;
    const record = this.#newRecord();
    const at = this.#control.record(record);
    const first = this.#control.arena(arena) + A_FIRST;
    const next = before === NONE ? words[first] : words[this.#control.record(before) + R_NEXT];
    words[at + R_OFFSET] = offset;
    words[at + R_LENGTH] = length;
    words[at + R_ARENA] = arena;
    words[at + R_PREVIOUS] = before;
    words[at + R_NEXT] = next;
    words[at + R_LOADER] = row + 1;
    words[at + R_MADE] = isMade ? 1 : 0;
    if (before === NONE) words[first] = record;
    else words[this.#control.record(before) + R_NEXT] = record;
    if (next !== NONE) words[this.#control.record(next) + R_PREVIOUS] = record;
    Atomics.add(words, USED, length);
    if (isMade) Atomics.add(words, MADE_USED, length);
    return record;
  }

  #newRecord(): number {
    const { words } = this.#control;
    const free = words[FREE_RECORD];
    if (free === NONE) return words[UNTOUCHED]++;
    words[FREE_RECORD] = words[this.#control.record(free) + R_NEXT];
    return free;
  }
}
