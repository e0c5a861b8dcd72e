/** How far the files in the remote store are behind those that searches see, in bytes and time. */
import type { Clock } from '@skein/base';
import type { ShownSegment } from './segment_lags.js';

interface Shown {
  readonly maxSeqNo: number;
  readonly atMs: number;
}

/** Limit of recorded points in time; beyond it, a new one replaces the last one. */
const MAX_SHOWN = 1000;

export class FilesLag {
  readonly #clock: Clock;
  /** Names of the segments in the store's newest commit. */
  #stored: ReadonlySet<string> = new Set();
  #storedUpTo = -1;
  /** Points in time with operations that the store's newest commit lacks, oldest first. */
  #shown: readonly Shown[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records that searches see everything up to this operation. */
  published(maxSeqNo: number): void {
    const last = this.#shown.at(-1)?.maxSeqNo ?? this.#storedUpTo;
    if (maxSeqNo <= last) return;
    const kept = this.#shown.length < MAX_SHOWN ? this.#shown : this.#shown.slice(0, -1);
    this.#shown = [...kept, { maxSeqNo, atMs: this.#clock.monotonicMs() }];
  }

  /**
   * Records that a commit with these segments, and all operations up to this one, is in the store.
   */
  stored(segments: readonly string[], maxSeqNo: number): void {
    this.#stored = new Set(segments);
    this.#storedUpTo = maxSeqNo;
    this.#shown = this.#shown.filter((shown) => shown.maxSeqNo > maxSeqNo);
  }

  /** The bytes of the segments that searches see and the store lacks. */
  bytes(segments: readonly ShownSegment[]): number {
    return segments.reduce(
      (sum, { name, sizeBytes }) => sum + (this.#stored.has(name) ? 0 : sizeBytes),
      0,
    );
  }

  /** Milliseconds since searches first saw an operation that the store lacks. */
  get ms(): number {
    const [first] = this.#shown;
    return first === undefined ? 0 : this.#clock.monotonicMs() - first.atMs;
  }
}
