/**
 * The memory of indexing buffers, shared by all shards of a node
 * (`indices.memory.index_buffer_size`). Each engine thread publishes how much it holds. When the
 * sum is too large, the thread that holds most flushes its largest buffers to segments.
 */

interface Buffering {
  readonly bufferedBytes: number;
  /** Writes the buffered documents as a segment. */
  emptyBuffer(): void;
}

/** The data that an engine thread starts with. */
export interface BufferBudgetData {
  readonly limitBytes: number;
  /** KiB held by each thread, as 32-bit integers. */
  readonly held: SharedArrayBuffer;
  /** Index of this thread in `held`. */
  readonly slot: number;
}

const KIB = 1024;

export class BufferBudget {
  readonly #limitBytes: number;
  readonly #held: Int32Array;
  readonly #slot: number;

  constructor({ limitBytes, held, slot }: BufferBudgetData) {
    this.#limitBytes = limitBytes;
    this.#held = new Int32Array(held);
    this.#slot = slot;
  }

  /** Shared memory for this number of threads. */
  static held(threads: number): SharedArrayBuffer {
    return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * threads);
  }

  /** Enforces the limit. Called after writes and periodically. */
  keep(shards: Iterable<Buffering>): void {
    const own = [...shards];
    const ownBytes = bytesOf(own);
    let othersBytes = 0;
    let isLargest = true;
    for (let slot = 0; slot < this.#held.length; slot++) {
      if (slot === this.#slot) continue;
      const bytes = Atomics.load(this.#held, slot) * KIB;
      othersBytes += bytes;
      isLargest &&= bytes <= ownBytes;
    }
    const tooMuch = ownBytes + othersBytes > this.#limitBytes;
    if (tooMuch && isLargest) keepWithin(this.#limitBytes - othersBytes, own);
    Atomics.store(this.#held, this.#slot, Math.ceil(bytesOf(own) / KIB));
  }
}

/** Empties the largest buffers until their sum is within the limit. */
export function keepWithin(limitBytes: number, shards: Iterable<Buffering>): void {
  const bySize = [...shards].sort((a, b) => b.bufferedBytes - a.bufferedBytes);
  let total = bytesOf(bySize);
  for (const shard of bySize) {
    if (total <= limitBytes || shard.bufferedBytes === 0) return;
    total -= shard.bufferedBytes;
    shard.emptyBuffer();
  }
}

function bytesOf(shards: readonly Buffering[]): number {
  return shards.reduce((sum, shard) => sum + shard.bufferedBytes, 0);
}
