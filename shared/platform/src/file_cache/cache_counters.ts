/**
 * Counters of the file cache that a node's threads share, besides the files themselves: its size,
 * its hits and misses, and the last read of each block. A reader records a read by one store; the
 * cache looks at it when it needs room.
 */

/** 64-bit counters. */
const HITS = 0;
const MISSES = 1;
const USED = 2;
const ACTIVE = 3;
const EVICTED = 4;
const COUNTERS = 5;

/**
 * Size of the table of last reads. Reads are numbered, and the number of a block's last read is
 * stored under the hash of its name. Blocks with the same hash share an entry, so one of them may
 * stay longer.
 */
const USES = 1 << 16;
const COUNTER_BYTES = COUNTERS * BigInt64Array.BYTES_PER_ELEMENT;
const USE_BYTES = (1 + USES) * Int32Array.BYTES_PER_ELEMENT;

/** Plain data for the start of a thread. */
export type CacheMemory = SharedArrayBuffer;

export interface FileCacheStats {
  /** Bytes of blocks that are being fetched. */
  readonly activeBytes: number;
  readonly usedBytes: number;
  /** Bytes of evicted blocks since the node started. */
  readonly evictedBytes: number;
  /** Reads of a cached block, and reads of one that had to be fetched. */
  readonly hits: number;
  readonly misses: number;
}

export class CacheCounters {
  readonly #counters: BigInt64Array;
  /** The number of reads, followed by the last reads. */
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

  /** Records that the block was read from the cache. */
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

  /** Number of the block's last read; it changes with every read. */
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

/** Index of a block in the table, by FNV-1a. */
function placeOf(block: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < block.length; at++) {
    hash = Math.imul(hash ^ block.charCodeAt(at), 0x01000193);
  }
  return 1 + ((hash ^ (hash >>> 16)) & (USES - 1));
}
