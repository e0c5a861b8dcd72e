/**
 * The memory that the threads of this node search segments in: one space for all shards, of which each thread has a row. The main thread loads
 * nothing and waits for nothing; what is not there it leaves to the engines.
 */
import { SegmentSpace, type SharedSpace, type SpaceStats } from '@skein/search_library';

/** What a thread is started with. */
export interface ThreadSpaceData {
  readonly shared: SharedSpace;
  readonly row: number;
}

export interface SegmentMemoryOptions {
  /** `node.memory.limit`. */
  readonly limitBytes: number;
  readonly engineThreads: number;
  readonly searchThreads: number;
  readonly mergeThreads: number;
}

/** Parts in memory at once: 32 bytes each, and one for each thread. */
const MAX_PARTS = 64 * 1024;

export class SegmentMemory {
  /** The main thread's. */
  readonly space: SegmentSpace;
  readonly #shared: SharedSpace;
  readonly #limitBytes: number;
  readonly #searchRows: number;
  readonly #mergeRows: number;

  constructor({ limitBytes, engineThreads, searchThreads, mergeThreads }: SegmentMemoryOptions) {
    this.#limitBytes = limitBytes;
    this.#searchRows = 1 + engineThreads;
    this.#mergeRows = this.#searchRows + searchThreads;
    const threads = this.#mergeRows + mergeThreads;
    this.#shared = SegmentSpace.make({ limitBytes, threads, maxParts: MAX_PARTS });
    this.space = new SegmentSpace(this.#shared, { row: 0, loads: false, patienceMs: 0 });
  }

  /** For a thread about to start; nobody who had this number before is at work. */
  engine(number: number): ThreadSpaceData {
    return this.#row(1 + number);
  }

  search(lane: number): ThreadSpaceData {
    return this.#row(this.#searchRows + lane);
  }

  merge(number: number): ThreadSpaceData {
    return this.#row(this.#mergeRows + number);
  }

  /** The thread is dead: what it held may go. */
  bury({ row }: ThreadSpaceData): void {
    this.space.bury(row);
  }

  get stats(): SpaceStats {
    return this.space.stats;
  }

  /** At most `node.memory.limit`. */
  changeLimit(limitBytes: number): void {
    const limit = Math.min(limitBytes, this.#limitBytes);
    if (limit !== this.stats.limitBytes) this.space.changeLimit(limit);
  }

  #row(row: number): ThreadSpaceData {
    this.space.bury(row);
    return { shared: this.#shared, row };
  }
}
