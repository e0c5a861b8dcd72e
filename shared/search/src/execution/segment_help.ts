/**
 * Lets several threads that have the same point in time open aggregate one shard. Segments are not
 * assigned in advance: each thread takes the next free one, so a late thread takes what is left. If
 * no thread comes, the first one has processed all segments itself.
 */
import type { TakesSegment } from '@skein/aggregations';

/** A thread's result for the segments it took. */
export interface HelpedPart {
  /** One part per top-level aggregation. */
  readonly parts: readonly unknown[];
  readonly timedOut: boolean;
}

/** Segments that several threads take in turns. */
export interface SharedSegments {
  /** Tells if the segment belongs to the calling thread. */
  readonly takes: TakesSegment;
  /**
   * Called when all segments are taken: waits for the other threads' parts. Throws their errors,
   * and those of `check`.
   */
  join(check: () => void): readonly HelpedPart[];
  /** Called when the results of other threads are no longer needed. */
  end(): void;
}

export interface Shareable {
  readonly segments: number;
  /** The number of documents outside the largest segment, which other threads may process. */
  readonly docs: number;
  /** True if partial results can be merged. */
  readonly isMergeable: () => boolean;
}

/** Asks other threads for help; `undefined` if none is idle or the work is too small. */
export type ShareSegments = (what: Shareable) => SharedSegments | undefined;
