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
    let unused: number[] | undefined;
    const evictOne = (among: Among): number => {
      unused ??= this.#unused();
      return this.#evictNext(unused, among);
    };
    const inArena: Among = (at) => words[at + R_ARENA] === arena;
    const limit = wanted.isMade ? words[MADE_LIMIT] : 0;
    // A made part that alone exceeds the limit stays until the next one comes, since its caller has
    // to read it.
    while (limit > 0 && words[MADE_USED] + length > limit) if (evictOne(this.#made) === NONE) break;
    while (words[USED] + length > words[LIMIT]) if (evictOne(ANY) === NONE) return NONE;
    while (words[FREE_RECORD] === NONE && words[UNTOUCHED] === recordCount) {
      if (evictOne(ANY) === NONE) return NONE;
    }
    let gap = this.#firstGap(arena, length);
    while (gap === undefined) {
      if (evictOne(inArena) === NONE) return NONE;
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
    const unused = this.#unused();
    while (words[USED] > words[LIMIT]) if (this.#evictNext(unused, ANY) === NONE) return;
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

  /** Records that no thread holds, the most recently used first. */
  #unused(): number[] {
    const { words } = this.#control;
    const found: number[] = [];
    for (let record = 0; record < words[UNTOUCHED]; record++) {
      const at = this.#control.record(record);
      if (words[at + R_STAMP] !== 0 && !this.#control.isPinned(record)) found.push(record);
    }
    const now = words[RELEASES];
    // The count of releases wraps around after some days.
    const age = (record: number) => (now - words[this.#control.record(record) + R_USED]) >>> 0;
    return found.sort((a, b) => age(a) - age(b));
  }

  readonly #made: Among = (at) => this.#control.words[at + R_MADE] !== 0;

  #evictNext(unused: number[], among: Among): number {
    const { words } = this.#control;
    for (let i = unused.length - 1; i >= 0; i--) {
      const record = unused[i];
      if (!among(this.#control.record(record))) continue;
      unused.splice(i, 1);
      if (!this.evict(record)) continue;
      Atomics.add(words, EVICTIONS, 1);
      return record;
    }
    return NONE;
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
