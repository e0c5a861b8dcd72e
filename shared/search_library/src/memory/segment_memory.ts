/** Which blocks of a pool segments and snapshots still read: those that were read once and are not any more go back. */
import type { ArenaBlock, ArenaPool } from './arena.js';

/** What of a segment lies in an arena. */
export interface SegmentBlocks {
  readonly bytes: ArenaBlock;
  readonly liveDocs: ArenaBlock | null;
}

export class SegmentMemory {
  readonly pool: ArenaPool;
  readonly #seen = new Set<ArenaBlock>();

  constructor(pool: ArenaPool) {
    this.pool = pool;
  }

  /** From here on these blocks go back when `keepOnly` does not name them. */
  watch(segments: Iterable<SegmentBlocks>): void {
    for (const block of blocksOf(segments)) this.#seen.add(block);
  }

  keepOnly(groups: Iterable<Iterable<SegmentBlocks>>): void {
    const kept = new Set<ArenaBlock>();
    for (const group of groups) for (const block of blocksOf(group)) kept.add(block);
    for (const block of this.#seen) {
      if (kept.has(block)) continue;
      this.#seen.delete(block);
      this.pool.free(block);
    }
    for (const block of kept) this.#seen.add(block);
  }
}

function* blocksOf(segments: Iterable<SegmentBlocks>): Generator<ArenaBlock> {
  for (const { bytes, liveDocs } of segments) {
    yield bytes;
    if (liveDocs !== null) yield liveDocs;
  }
}
