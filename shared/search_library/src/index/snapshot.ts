/**
 * A snapshot of a shard's segments as plain data, which the writer hands to any searching thread.
 * The files of its segments stay until its version is released. The residence tells all threads
 * which parts are in memory, and where.
 */
import type { LiveBits } from '../memory/live_bits.js';

export interface SegmentHandle {
  /** Never used again in the shard: `_0`, `_1`, … */
  readonly name: string;
  /** The header, directory and footer of file `<name>.seg`. */
  readonly head: SharedArrayBuffer;
  /** The segment's arena in the common space, and the words of its parts: `SegmentResidence`. */
  readonly residence: {
    readonly arena: number;
    readonly parts: number;
    readonly words: SharedArrayBuffer;
  };
  readonly docCount: number;
  /** The live documents; `null` when all documents are live. */
  readonly liveDocs: LiveBits | null;
  readonly liveCount: number;
  /** Size of the segment's files, for statistics. */
  readonly sizeBytes: number;
  /** True if a commit contains the segment. */
  readonly committed: boolean;
}

export interface ReaderSnapshot {
  /** Increases with each refresh that changed something. */
  readonly version: number;
  readonly segments: readonly SegmentHandle[];
}
