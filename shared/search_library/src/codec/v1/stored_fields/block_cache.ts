/**
 * Decompressed blocks of all segments a thread reads; the least recently used is dropped first.
 * Bounded by bytes, not by segments.
 *
 * A block reuses the memory of a dropped one: memory outside the heap that is allocated and freed
 * again and again causes one full collection after the other (eight megabytes are enough for the
 * next).
 */

/**
 * Slots that remember when blocks outside the cache were last requested; several times as many as
 * there are cached blocks.
 */
const PLACES = 2 ** 12;
/** Knuth's multiplicative hashing (TAOCP 3, 6.4): 2^32 divided by the golden ratio. */
const SCATTER = 0x9e3779b1;

/** Memory is allocated in multiples of this, so that blocks of similar length can reuse it. */
const GRAIN_BYTES = 4 * 1024;

interface Kept {
  readonly block: Uint8Array;
  readonly memory: Uint8Array;
  /** The time of the last request: the value of `#asked` then. */
  askedAt: number;
}

export class BlockCache {
  readonly #limitBytes: number;
  /** The cached blocks by key, the most recently used last. */
  readonly #blocks = new Map<number, Kept>();
  #usedBytes = 0;
  #keys = 0;
  /** Keys of blocks outside the cache, which may share slots, and the times they were requested. */
  readonly #remembered = new Float64Array(PLACES).fill(-1);
  readonly #rememberedAt = new Float64Array(PLACES);
  /** Requests so far: hits of `get`, and questions about blocks outside the cache. */
  #asked = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /**
   * The first key of a new reader, whose blocks have this key and those that follow. So the keys of
   * all readers that a thread ever opens are exact numbers.
   */
  newReader(blockCount: number): number {
    const first = this.#keys;
    this.#keys += blockCount;
    return first;
  }

  /**
   * True if the block should be read through `get`: it is cached, or it was requested before, more
   * recently than the block it would displace and within as many requests as there are cached
   * blocks. So reading more blocks in turn than fit leaves most cached blocks in place, and blocks
   * that recur by chance, as those of random documents do, are not decompressed to their end.
   */
  isWorthKeeping(reader: number, index: number): boolean {
    const key = reader + index;
    if (this.#blocks.has(key)) return true;
    const place = Math.imul(key, SCATTER) >>> 20;
    const isKnown = this.#remembered[place] === key;
    const askedAt = this.#rememberedAt[place];
    this.#remembered[place] = key;
    this.#rememberedAt[place] = ++this.#asked;
    if (!isKnown) return false;
    if (this.#hasRoom()) return true;
    return this.#asked - askedAt <= this.#blocks.size && askedAt > this.#oldest();
  }

  /**
   * The block, valid until the next call; loaded when it is not cached. `load` may reuse the memory
   * it returns. A block larger than the whole cache is not kept.
   */
  get(reader: number, index: number, load: (index: number) => Uint8Array): Uint8Array {
    const key = reader + index;
    const kept = this.#blocks.get(key);
    if (kept !== undefined) {
      kept.askedAt = ++this.#asked;
      this.#blocks.delete(key);
      this.#blocks.set(key, kept);
      return kept.block;
    }
    const loaded = load(index);
    if (loaded.length > this.#limitBytes) return loaded;
    const memory = this.#room(loaded.length);
    const block = memory.subarray(0, loaded.length);
    block.set(loaded);
    this.#blocks.set(key, { block, memory, askedAt: this.#asked });
    this.#usedBytes += memory.length;
    return block;
  }

  /** True if there is room for one more block of average size. */
  #hasRoom(): boolean {
    const count = this.#blocks.size;
    return count === 0 || this.#usedBytes + this.#usedBytes / count <= this.#limitBytes;
  }

  #oldest(): number {
    for (const { askedAt } of this.#blocks.values()) return askedAt;
    return 0;
  }

  /** Memory for a block; reuses that of a dropped block if it fits. */
  #room(length: number): Uint8Array {
    const size = Math.min(Math.ceil(length / GRAIN_BYTES) * GRAIN_BYTES, this.#limitBytes);
    let found: Uint8Array | undefined;
    for (const [key, { memory }] of this.#blocks) {
      const needed = found === undefined ? size : found.length;
      if (this.#usedBytes + needed <= this.#limitBytes) break;
      this.#blocks.delete(key);
      this.#usedBytes -= memory.length;
      if (memory.length >= length && memory.length <= 2 * size) found = memory;
    }
    return found ?? new Uint8Array(size);
  }
}

const THREAD_CACHE_BYTES = 4 * 1024 * 1024;

/** The cache of this thread: every thread has its own copy of the modules. */
export const threadBlocks = new BlockCache(THREAD_CACHE_BYTES);
