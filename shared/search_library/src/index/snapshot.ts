/**
 * A point in time of a shard as plain data: what the writer hands to any thread that searches. The files of its segments stay
 * until its version is released; what of them is in memory, and where, all threads know through the residence.
 */
import type { LiveBits } from '../memory/live_bits.js';

export interface SegmentHandle {
  /** Unique in the shard for ever: `_0`, `_1`, … */
  readonly name: string;
  /** Header, directory and footer of file `<name>.seg`. */
  readonly head: SharedArrayBuffer;
  /** Its arena in the space of all threads, and two words of each part: see `SegmentSpace`. */
  readonly residence: { readonly arena: number; readonly words: SharedArrayBuffer };
  readonly docCount: number;
  /** `null` when all are. */
  readonly liveDocs: LiveBits | null;
  readonly liveCount: number;
  /** Size of the segment's files, for statistics. */
  readonly sizeBytes: number;
  /** Whether a commit holds it. */
  readonly committed: boolean;
}

export interface ReaderSnapshot {
  /** Grows with each refresh that changed something. */
  readonly version: number;
  readonly segments: readonly SegmentHandle[];
}
