/**
 * The aggregations of one shard by several threads that have the same point in time open. Segments are not dealt out: each thread takes the next one nobody has, so that a thread that comes late
 * takes what is left, and where none comes the first has done everything itself, as without any of this.
 */
import type { TakesSegment } from '@skein/aggregations';

/** What a thread found in the segments it took. */
export interface HelpedPart {
  /** One for each aggregation at the top. */
  readonly parts: readonly unknown[];
  readonly timedOut: boolean;
}

/** Segments that threads take in turns. */
export interface SharedSegments {
  /** Whether it is for this thread alone. */
  readonly takes: TakesSegment;
  /** All are taken: waits for the others that took some. Throws what went wrong with them, and what `check` throws. */
  join(check: () => void): readonly HelpedPart[];
  /** Whatever others do now is of no use any more. */
  end(): void;
}

export interface Shareable {
  readonly segments: number;
  /** Outside of the greatest segment: what others may look at. */
  readonly docs: number;
  /** Whether what they find can be put together. */
  readonly isMergeable: () => boolean;
}

/** Asks threads to help; `undefined`: none is idle, or it is not worth their while. */
export type ShareSegments = (what: Shareable) => SharedSegments | undefined;
