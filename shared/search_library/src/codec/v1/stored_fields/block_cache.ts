/**
 * Decompressed blocks of all segments a thread reads, the one used longest ago dropped first. Bounded by bytes, not by segments.
 *
 * A block takes the memory of one that was dropped for it: memory outside the heap that is made and let go again and again brings on one full
 * collection after the other (eight megabytes are enough for the next).
 */

/** Block numbers are below this. */
const BLOCK_NUMBERS = 2 ** 32;
/** Places for blocks that are not here, but of which it is known when they were asked for: several times as many as there are blocks here. */
const PLACES = 2 ** 12;
/** Knuth's multiplicative hashing (TAOCP 3, 6.4): 2^32 divided by the golden ratio. */
const SCATTER = 0x9e3779b1;

/** Memory is had in multiples of this, so that blocks of about the same length fit each other's. */
const GRAIN_BYTES = 4 * 1024;

interface Kept {
  readonly block: Uint8Array;
  readonly memory: Uint8Array;
  /** In requests to this cache. */
  askedAt: number;
}

export class BlockCache {
  readonly #limitBytes: number;
  /** By reader and block number, the one used last at the end. */
  readonly #blocks = new Map<number, Kept>();
  #usedBytes = 0;
  #readers = 0;
  /** Keys of blocks that are not here, each at a place of its own or in that of another, and when they were asked for. */
  readonly #remembered = new Float64Array(PLACES).fill(-1);
  readonly #rememberedAt = new Float64Array(PLACES);
  #asked = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** A number of its own for each reader. */
  newReader(): number {
    return this.#readers++;
  }

  /**
   * Whether the block should be had by `get`: it is here, or it was asked for before and more lately than the one it would displace. So
   * reading more blocks in turn than there is room for leaves most of those that are here in their places, instead of displacing each just before it
   * is asked for again.
   */
  isWorthKeeping(reader: number, index: number): boolean {
    const key = reader * BLOCK_NUMBERS + index;
    if (this.#blocks.has(key)) return true;
    const place = Math.imul(index + Math.imul(reader, SCATTER), SCATTER) >>> 20;
    const isKnown = this.#remembered[place] === key;
    const askedAt = this.#rememberedAt[place];
    this.#remembered[place] = key;
    this.#rememberedAt[place] = ++this.#asked;
    return isKnown && (this.#hasRoom() || askedAt > this.#oldest());
  }

  /**
   * The block, valid until the next call; loaded when it is not here. `load` may lend what it returns until it is called again. One that is larger
   * than the whole cache is not kept.
   */
  get(reader: number, index: number, load: (index: number) => Uint8Array): Uint8Array {
    const key = reader * BLOCK_NUMBERS + index;
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
    this.#blocks.set(key, { block, memory, askedAt: ++this.#asked });
    this.#usedBytes += memory.length;
    return block;
  }

  /** For one more block of middling size. */
  #hasRoom(): boolean {
    const count = this.#blocks.size;
    return count === 0 || this.#usedBytes + this.#usedBytes / count <= this.#limitBytes;
  }

  #oldest(): number {
    for (const { askedAt } of this.#blocks.values()) return askedAt;
    return 0;
  }

  /** Memory for a block: that of one that has to go, if it fits. */
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
