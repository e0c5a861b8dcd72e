/**
 * The state that the threads of a space share beside the arenas: a record for each block, the pins
 * that say which thread holds which record, and counters, all in one shared buffer. Words are
 * 32-bit integers; sizes are in units of 64 bytes. Words are accessed atomically or under the lock.
 *
 *     header | arenas | states of threads | records | pins: a byte for each thread and record
 */

/** Blocks start at multiples of this size, which aligns everything in them. */
export const UNIT_BYTES = 64;
/** The number that stands for no record. */
export const NONE = -1;

const LOCK = 0;
/** Row of the thread that has the lock, plus 1. */
const LOCK_OWNER = 1;
export const LIMIT = 2;
export const USED = 3;
/** The last stamp that was assigned. */
export const STAMPS = 4;
/** Counts releases by any thread; the clock of "least recently used". */
export const RELEASES = 5;
/** Number of threads that wait for a release. */
export const WAITING = 6;
export const REFUSED = 7;
export const LOADS = 8;
export const EVICTIONS = 9;
const RECORDS = 10;
export const ROWS = 11;
const ARENAS = 12;
/** The first freed record; freed records are linked by `R_NEXT`. */
export const FREE_RECORD = 13;
/** The first record that was never used; all after it are unused too. */
export const UNTOUCHED = 14;
/** The limit of all made parts together (0: no limit of their own), and the units they use. */
export const MADE_LIMIT = 15;
export const MADE_USED = 16;
const HEADER_WORDS = 18;

/** Words of an arena: its first block by address, its size, and the units assigned to segments. */
export const A_FIRST = 0;
export const A_ROOM = 1;
export const A_ASSIGNED = 2;
const ARENA_WORDS = 4;

/** States of a thread. */
export const IDLE = 0;
export const HOLDING = 1;
export const WAITS = 2;

/** A number unique to each load; 0: the record is free or its block is being loaded. */
export const R_STAMP = 0;
export const R_OFFSET = 1;
export const R_LENGTH = 2;
export const R_ARENA = 3;
export const R_PREVIOUS = 4;
export const R_NEXT = 5;
export const R_USED = 6;
/** Row of the thread that loads the block, plus 1; 0: none. */
export const R_LOADER = 7;
/** 1: the part is made of other parts and can be made again. */
export const R_MADE = 8;
const RECORD_WORDS = 9;

interface ControlSizes {
  readonly limitBytes: number;
  /** Size of each arena's block area. */
  readonly rooms: readonly number[];
  /** The most blocks at once. */
  readonly records: number;
  /** The most threads. */
  readonly rows: number;
}

export function unitsOf(bytes: number): number {
  return Math.ceil(bytes / UNIT_BYTES);
}

export class SpaceControl {
  readonly shared: SharedArrayBuffer;
  readonly words: Int32Array;
  readonly pins: Uint8Array;
  readonly recordCount: number;
  readonly rowCount: number;
  readonly arenaCount: number;
  readonly #statesAt: number;
  readonly #recordsAt: number;

  constructor(shared: SharedArrayBuffer) {
    this.shared = shared;
    const header = new Int32Array(shared, 0, HEADER_WORDS);
    this.recordCount = header[RECORDS];
    this.rowCount = header[ROWS];
    this.arenaCount = header[ARENAS];
    this.#statesAt = HEADER_WORDS + this.arenaCount * ARENA_WORDS;
    this.#recordsAt = this.#statesAt + this.rowCount;
    const end = this.#recordsAt + this.recordCount * RECORD_WORDS;
    this.words = new Int32Array(shared, 0, end);
    this.pins = new Uint8Array(shared, end * 4, this.rowCount * this.recordCount);
  }

  static make({ limitBytes, rooms, records, rows }: ControlSizes): SpaceControl {
    const words = HEADER_WORDS + rooms.length * ARENA_WORDS + rows + records * RECORD_WORDS;
    const shared = new SharedArrayBuffer(words * 4 + rows * records);
    const header = new Int32Array(shared, 0, HEADER_WORDS);
    header[LIMIT] = Math.floor(limitBytes / UNIT_BYTES);
    header[RECORDS] = records;
    header[ROWS] = rows;
    header[ARENAS] = rooms.length;
    header[FREE_RECORD] = NONE;
    const control = new SpaceControl(shared);
    rooms.forEach((bytes, arena) => {
      control.words[control.arena(arena) + A_FIRST] = NONE;
      control.words[control.arena(arena) + A_ROOM] = Math.floor(bytes / UNIT_BYTES);
    });
    return control;
  }

  /** Index of the first word of an arena. */
  arena(arena: number): number {
    return HEADER_WORDS + arena * ARENA_WORDS;
  }

  /** Index of the first word of a record. */
  record(record: number): number {
    return this.#recordsAt + record * RECORD_WORDS;
  }

  /** Index of a thread's state. */
  state(row: number): number {
    return this.#statesAt + row;
  }

  pin(row: number, record: number): number {
    return row * this.recordCount + record;
  }

  isPinned(record: number): boolean {
    for (let row = 0; row < this.rowCount; row++) {
      if (Atomics.load(this.pins, this.pin(row, record)) !== 0) return true;
    }
    return false;
  }

  /** Runs `work` while no other thread holds the lock; `work` must be short. */
  locked<T>(row: number, work: () => T): T {
    const { words } = this;
    if (Atomics.compareExchange(words, LOCK, 0, 1) !== 0) {
      while (Atomics.exchange(words, LOCK, 2) !== 0) Atomics.wait(words, LOCK, 2);
    }
    Atomics.store(words, LOCK_OWNER, row + 1);
    try {
      return work();
    } finally {
      this.#unlock();
    }
  }

  #unlock(): void {
    Atomics.store(this.words, LOCK_OWNER, 0);
    if (Atomics.exchange(this.words, LOCK, 0) === 2) Atomics.notify(this.words, LOCK, 1);
  }

  /** Releases the pins and the lock of the dead thread of this row. */
  bury(row: number): void {
    if (Atomics.load(this.words, LOCK_OWNER) === row + 1) this.#unlock();
    this.pins.fill(0, this.pin(row, 0), this.pin(row + 1, 0));
    Atomics.store(this.words, this.state(row), IDLE);
    this.released();
  }

  /** Counts a release and wakes the waiting threads. */
  released(): void {
    Atomics.add(this.words, RELEASES, 1);
    if (Atomics.load(this.words, WAITING) > 0) Atomics.notify(this.words, RELEASES);
  }
}
