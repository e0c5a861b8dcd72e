/**
 * The circuit breakers of a node, in memory that all its threads share: the bytes each thread has
 * in use, the memory the process really takes, and the limits. Each thread is the only writer of
 * its own row; the total is the sum of the rows. When a thread dies, its row is cleared.
 *
 * A thread first publishes what it is about to take and then looks at the sum. So if two threads
 * exceed a limit together, at least one of them sees it.
 */
import type { ApiError } from '@skein/errors';
import { type Breaker, CHILDREN, type ChildBreaker, tooLarge } from './circuit_breaker.js';

/** The amounts of a thread are 32-bit integers in units of this size. */
const UNIT_BYTES = 64;
/** The amounts of the whole process are in larger units, since its memory may exceed 128 GiB. */
const PROCESS_UNIT_BYTES = 1024;

/** Index of the version of the limits, which is odd while the limits are being changed. */
const VERSION = 0;
/** Indices of the memory the process takes, and of the sum of the rows when it was measured. */
const REAL = 1;
const COUNTED = 2;
const ROWS = 3;
/** Index of the trip counters: those of the children, then that of the parent. */
const TRIPPED = 4;
const PLACES: Readonly<Record<ChildBreaker, number>> = {
  request: 0,
  fielddata: 1,
  in_flight_requests: 2,
};
/**
 * Words of a row: the bytes its thread has in use under each child. Segments are not counted here,
 * since the space counts them.
 */
const ROW_WORDS = CHILDREN.length;
const HEADER_WORDS = TRIPPED + CHILDREN.length + 1;

/**
 * 64-bit floats follow the words: for each child its limit, overhead and whether it counts; then
 * the parent's limit and whether it uses real memory.
 */
const CHILD_NUMBERS = 3;
const PARENT_NUMBERS = CHILDREN.length * CHILD_NUMBERS;
const NUMBERS = PARENT_NUMBERS + 2;

export interface ChildLimits {
  /** The limit; -1: none. */
  readonly limitBytes: number;
  /** The counted bytes are multiplied by the overhead before they are compared with the limit. */
  readonly overhead: number;
  /** True for a breaker of type `noop`, which never trips. */
  readonly isNoop: boolean;
}

export interface BreakerLimits {
  readonly children: Readonly<Record<ChildBreaker, ChildLimits>>;
  /** The parent's limit; -1: none. */
  readonly parentBytes: number;
  /**
   * If true, the parent compares the memory of the process with its limit; if false, the sum of its
   * children.
   */
  readonly usesRealMemory: boolean;
}

export interface BreakerReport {
  readonly name: Breaker;
  /** The limit; -1: none. */
  readonly limitBytes: number;
  readonly estimatedBytes: number;
  readonly overhead: number;
  readonly tripped: number;
}

interface BoardOptions {
  /** The row of this thread, below the number of rows. */
  readonly row: number;
  /** The bytes of segments in memory, which the space counts. */
  readonly segmentBytes: () => number;
}

/** Plain data that another thread needs to see the same breakers. */
export type SharedBreakers = SharedArrayBuffer;

export class BreakerBoard {
  readonly shared: SharedBreakers;
  readonly #words: Int32Array;
  readonly #numbers: Float64Array;
  readonly #rows: number;
  readonly #row: number;
  readonly #segmentBytes: () => number;
  #limits: BreakerLimits = NO_LIMITS;
  #version = -1;

  constructor(shared: SharedBreakers, { row, segmentBytes }: BoardOptions) {
    this.shared = shared;
    this.#row = row;
    this.#segmentBytes = segmentBytes;
    this.#numbers = new Float64Array(shared, 0, NUMBERS);
    this.#words = new Int32Array(shared, this.#numbers.byteLength);
    this.#rows = Atomics.load(this.#words, ROWS);
  }

  static make(rows: number): SharedBreakers {
    const words = HEADER_WORDS + rows * ROW_WORDS;
    const numberBytes = NUMBERS * Float64Array.BYTES_PER_ELEMENT;
    const shared = new SharedArrayBuffer(numberBytes + words * Int32Array.BYTES_PER_ELEMENT);
    new Int32Array(shared, numberBytes)[ROWS] = rows;
    writeLimits(new Float64Array(shared, 0, NUMBERS), NO_LIMITS);
    return shared;
  }

  /** Only one thread may call this. */
  changeLimits(limits: BreakerLimits): void {
    Atomics.add(this.#words, VERSION, 1);
    writeLimits(this.#numbers, limits);
    Atomics.add(this.#words, VERSION, 1);
  }

  get limits(): BreakerLimits {
    const version = Atomics.load(this.#words, VERSION);
    if (version === this.#version || version % 2 !== 0) return this.#limits;
    const limits = readLimits(this.#numbers);
    if (Atomics.load(this.#words, VERSION) !== version) return this.#limits;
    this.#version = version;
    this.#limits = limits;
    return limits;
  }

  /**
   * Records the memory that the process takes now. Bytes counted later are added to it until the
   * next sample. Only one thread may call this.
   */
  sampleReal(bytes: number): void {
    const unitsOf = (amount: number) => Math.ceil(amount / PROCESS_UNIT_BYTES);
    Atomics.store(this.#words, COUNTED, unitsOf(this.#countedBytes()));
    Atomics.store(this.#words, REAL, unitsOf(bytes));
  }

  /** Sets the bytes that this thread has in use under one breaker. */
  publish(child: ChildBreaker, bytes: number): void {
    Atomics.store(this.#words, this.#place(child, this.#row), toUnits(bytes));
  }

  /** Clears the row of a dead thread. */
  bury(row: number): void {
    for (const child of CHILDREN) Atomics.store(this.#words, this.#place(child, row), 0);
  }

  /** The bytes that the other threads have in use. */
  othersBytes(child: ChildBreaker): number {
    return this.#rowsBytes(child) - this.#rowBytes(child, this.#row);
  }

  /**
   * Throws circuit_breaking_exception if `newBytes`, which are published already, are too much.
   * `allBytes` is the usage of all threads including them.
   */
  check(child: ChildBreaker, allBytes: number, newBytes: number, label: string): void {
    const { limitBytes, overhead, isNoop } = this.limits.children[child];
    if (isNoop) return;
    const wanted = Math.floor(allBytes * overhead);
    if (limitBytes === 0 || (limitBytes > 0 && wanted > limitBytes)) {
      throw this.trip(child, wanted, label);
    }
    const refusal = this.parentRefusal(Math.floor(newBytes * overhead), label);
    if (refusal !== undefined) throw refusal;
  }

  /** True if a child's limit admits `allBytes` for all threads. */
  hasRoom(child: ChildBreaker, allBytes: number): boolean {
    const { limitBytes, overhead, isNoop } = this.limits.children[child];
    if (isNoop || limitBytes < 0) return true;
    return allBytes * overhead <= limitBytes;
  }

  /** Counts a trip of a child without room for `wantedBytes` in total, and returns the error. */
  trip(
    child: ChildBreaker,
    wantedBytes: number,
    label: string,
    limitBytes = this.limits.children[child].limitBytes,
  ): ApiError {
    Atomics.add(this.#words, TRIPPED + PLACES[child], 1);
    return tooLarge(child, { wantedBytes, limitBytes, label });
  }

  /**
   * The parent's refusal of `newBytes`, of which its children count `countedBytes` already;
   * `undefined` when it has room.
   */
  parentRefusal(newBytes: number, label: string, countedBytes = newBytes): ApiError | undefined {
    const { parentBytes, usesRealMemory } = this.limits;
    if (parentBytes < 0) return undefined;
    const usedBytes = usesRealMemory ? this.#realBytes() : this.#childrenBytes();
    const realBytes = Math.max(0, usedBytes - countedBytes);
    const wantedBytes = realBytes + newBytes;
    if (wantedBytes <= parentBytes) return undefined;
    Atomics.add(this.#words, TRIPPED + CHILDREN.length, 1);
    const usages = CHILDREN.map((child) => ({ child, bytes: this.#weighedBytes(child) }));
    const real = usesRealMemory ? { realBytes, newBytes } : undefined;
    return tooLarge('parent', { wantedBytes, limitBytes: parentBytes, label, usages, real });
  }

  reports(): readonly BreakerReport[] {
    const { children, parentBytes, usesRealMemory } = this.limits;
    const own = CHILDREN.map((name, i): BreakerReport => {
      const { limitBytes, overhead, isNoop } = children[name];
      const tripped = Atomics.load(this.#words, TRIPPED + i);
      if (isNoop) return { name, limitBytes: -1, estimatedBytes: 0, overhead: 0, tripped: 0 };
      return { name, limitBytes, estimatedBytes: this.#bytes(name), overhead, tripped };
    });
    const parent: BreakerReport = {
      name: 'parent',
      limitBytes: parentBytes,
      estimatedBytes: usesRealMemory ? this.#realBytes() : this.#childrenBytes(),
      overhead: 1,
      tripped: Atomics.load(this.#words, TRIPPED + CHILDREN.length),
    };
    return [...own, parent];
  }

  /** The last sample plus the bytes counted since. */
  #realBytes(): number {
    const then = Atomics.load(this.#words, COUNTED) * PROCESS_UNIT_BYTES;
    const since = Math.max(0, this.#countedBytes() - then);
    return Atomics.load(this.#words, REAL) * PROCESS_UNIT_BYTES + since;
  }

  #childrenBytes(): number {
    let bytes = 0;
    for (const child of CHILDREN) bytes += this.#weighedBytes(child);
    return bytes;
  }

  #weighedBytes(child: ChildBreaker): number {
    const { overhead, isNoop } = this.limits.children[child];
    return isNoop ? 0 : Math.floor(this.#bytes(child) * overhead);
  }

  #countedBytes(): number {
    const computed = this.#rowsBytes('request') + this.#rowsBytes('in_flight_requests');
    return computed + this.#segmentBytes();
  }

  #bytes(child: ChildBreaker): number {
    if (child === 'fielddata') return this.#segmentBytes();
    return this.#rowsBytes(child);
  }

  #rowsBytes(child: ChildBreaker): number {
    const words = this.#words;
    const end = HEADER_WORDS + this.#rows * ROW_WORDS;
    let units = 0;
    for (let at = HEADER_WORDS + PLACES[child]; at < end; at += ROW_WORDS) {
      units += Atomics.load(words, at);
    }
    return units * UNIT_BYTES;
  }

  #rowBytes(child: ChildBreaker, row: number): number {
    return Atomics.load(this.#words, this.#place(child, row)) * UNIT_BYTES;
  }

  #place(child: ChildBreaker, row: number): number {
    return HEADER_WORDS + row * ROW_WORDS + PLACES[child];
  }
}

const NO_LIMIT: ChildLimits = { limitBytes: -1, overhead: 1, isNoop: false };
const NO_LIMITS: BreakerLimits = {
  children: { request: NO_LIMIT, fielddata: NO_LIMIT, in_flight_requests: NO_LIMIT },
  parentBytes: -1,
  usesRealMemory: false,
};

function writeLimits(numbers: Float64Array, limits: BreakerLimits): void {
  CHILDREN.forEach((child, i) => {
    const { limitBytes, overhead, isNoop } = limits.children[child];
    numbers.set([limitBytes, overhead, isNoop ? 1 : 0], i * CHILD_NUMBERS);
  });
  numbers.set([limits.parentBytes, limits.usesRealMemory ? 1 : 0], PARENT_NUMBERS);
}

function readLimits(numbers: Float64Array): BreakerLimits {
  const child = (name: ChildBreaker): ChildLimits => {
    const at = PLACES[name] * CHILD_NUMBERS;
    return { limitBytes: numbers[at], overhead: numbers[at + 1], isNoop: numbers[at + 2] === 1 };
  };
  return {
    children: {
      request: child('request'),
      fielddata: child('fielddata'),
      in_flight_requests: child('in_flight_requests'),
    },
    parentBytes: numbers[PARENT_NUMBERS],
    usesRealMemory: numbers[PARENT_NUMBERS + 1] === 1,
  };
}

function toUnits(bytes: number): number {
  return Math.ceil(bytes / UNIT_BYTES);
}
