/**
 * What the threads of a node share of its file cache, beside the files themselves: how much is in it, how often it had what was asked for, and when each block was read
 * last. A reader tells of a read by one store; the cache looks when it needs room.
 */

/** 64-bit counters. */
const HITS = 0;
const MISSES = 1;
const USED = 2;
const ACTIVE = 3;
const EVICTED = 4;
const COUNTERS = 5;

/** Reads are numbered; the number of the last read of a block stands under the hash of its name. Blocks with the same hash share a place: one of them may stay longer. */
const USES = 1 << 16;
const COUNTER_BYTES = COUNTERS * BigInt64Array.BYTES_PER_ELEMENT;
const USE_BYTES = (1 + USES) * Int32Array.BYTES_PER_ELEMENT;

/** Plain data for the start of a thread. */
export type CacheMemory = SharedArrayBuffer;

export interface FileCacheStats {
  /** Blocks that are being fetched. */
  readonly activeBytes: number;
  readonly usedBytes: number;
  /** Of blocks that went to make room, since the node started. */
  readonly evictedBytes: number;
  /** Reads of a block that was there, and of one that had to be fetched. */
  readonly hits: number;
  readonly misses: number;
}

export class CacheCounters {
  readonly #counters: BigInt64Array;
  /** The number of reads, and then the uses. */
  readonly #uses: Int32Array;

  constructor(memory: CacheMemory) {
    this.#counters = new BigInt64Array(memory, 0, COUNTERS);
    this.#uses = new Int32Array(memory, COUNTER_BYTES, 1 + USES);
  }

  static memory(): CacheMemory {
    return new SharedArrayBuffer(COUNTER_BYTES + USE_BYTES);
  }

  get stats(): FileCacheStats {
    const [hits, misses, usedBytes, activeBytes, evictedBytes] = [
      HITS,
      MISSES,
      USED,
      ACTIVE,
      EVICTED,
    ].map((at) => Number(Atomics.load(this.#counters, at)));
    return {
      activeBytes: activeBytes ?? 0,
      usedBytes: usedBytes ?? 0,
      evictedBytes: evictedBytes ?? 0,
      hits: hits ?? 0,
      misses: misses ?? 0,
    };
  }

  /** The block was read from the cache. */
  hit(block: string): void {
    Atomics.add(this.#counters, HITS, 1n);
    this.used(block);
  }

  missed(): void {
    Atomics.add(this.#counters, MISSES, 1n);
  }

  used(block: string): void {
    const number = Atomics.add(this.#uses, 0, 1) + 1;
    Atomics.store(this.#uses, placeOf(block), number);
  }

  /** Another number after the block was read again. */
  lastUse(block: string): number {
    return Atomics.load(this.#uses, placeOf(block));
  }

  set usedBytes(bytes: number) {
    Atomics.store(this.#counters, USED, BigInt(bytes));
  }

  set activeBytes(bytes: number) {
    Atomics.store(this.#counters, ACTIVE, BigInt(bytes));
  }

  evicted(bytes: number): void {
    Atomics.add(this.#counters, EVICTED, BigInt(bytes));
  }
}

/** FNV-1a. */
function placeOf(block: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < block.length; at++) {
    hash = Math.imul(hash ^ block.charCodeAt(at), 0x01000193);
  }
  return 1 + ((hash ^ (hash >>> 16)) & (USES - 1));
}
