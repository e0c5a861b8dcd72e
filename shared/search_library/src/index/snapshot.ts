/**
 * A point in time of a shard as plain data: what the writer hands to any thread that searches. Segment bytes lie in shared arenas,
 * never copied; nothing in them changes once a snapshot names them, until its version is released.
 */
import type { ArenaBlock } from '../memory/arena.js';

export interface SegmentHandle {
  /** Unique in the shard for ever: `_0`, `_1`, … */
  readonly name: string;
  /** The searchable part of the segment, the bytes of file `<name>.seg`. */
  readonly bytes: ArenaBlock;
  readonly docCount: number;
  /** One bit a document, set when it is live; `null` when all are. */
  readonly liveDocs: ArenaBlock | null;
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
