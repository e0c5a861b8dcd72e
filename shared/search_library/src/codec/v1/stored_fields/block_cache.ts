/** Decompressed blocks of all segments a thread reads, the one used longest ago dropped first. Bounded by bytes, not by segments. */

/** Block numbers are below this. */
const BLOCK_NUMBERS = 2 ** 32;
/** As many as there are blocks in the cache, or a few more. */
const MET_KEYS = 512;

export class BlockCache {
  readonly #limitBytes: number;
  /** By reader and block number, the one used last at the end. */
  readonly #blocks = new Map<number, Uint8Array>();
  #usedBytes = 0;
  #readers = 0;
  /** Keys of the last blocks that were new, and the same in the order they came in, round and round. */
  readonly #met = new Set<number>();
  readonly #metInOrder = new Float64Array(MET_KEYS).fill(-1);
  #metCount = 0;

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

  /** Whether the block is neither here nor was asked for lately. */
  isNew(reader: number, index: number): boolean {
    const key = reader * BLOCK_NUMBERS + index;
    if (this.#blocks.has(key) || this.#met.has(key)) return false;
    const at = this.#metCount++ % MET_KEYS;
    this.#met.delete(this.#metInOrder[at]);
    this.#metInOrder[at] = key;
    this.#met.add(key);
    return true;
  }

  /** The block, loaded when it is not here. One that is larger than the whole cache is not kept. */
  get(reader: number, index: number, load: (index: number) => Uint8Array): Uint8Array {
    const key = reader * BLOCK_NUMBERS + index;
    const cached = this.#blocks.get(key);
    if (cached !== undefined) {
      this.#blocks.delete(key);
      this.#blocks.set(key, cached);
      return cached;
    }
    const block = load(index);
    if (block.length > this.#limitBytes) return block;
    this.#blocks.set(key, block);
    this.#usedBytes += block.length;
    this.#shrink();
    return block;
  }

  #shrink(): void {
    for (const [key, block] of this.#blocks) {
      if (this.#usedBytes <= this.#limitBytes) return;
      this.#blocks.delete(key);
      this.#usedBytes -= block.length;
    }
  }
}

const THREAD_CACHE_BYTES = 4 * 1024 * 1024;

/** The cache of this thread: every thread has its own copy of the modules. */
export const threadBlocks = new BlockCache(THREAD_CACHE_BYTES);
