/** The figures of the segments in a snapshot, without opening them. */
import { residenceWords } from '../memory/residence_layout.js';
import { threadSpace } from '../memory/thread_space.js';
import type { SegmentFigures } from './index_writer_options.js';
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';

/** `memoryBytes` is the current size; the other figures are those of the snapshot's time. */
export function snapshotFigures({ segments }: ReaderSnapshot): readonly SegmentFigures[] {
  return segments.map((segment) => ({
    name: segment.name,
    docCount: segment.liveCount,
    deletedCount: segment.docCount - segment.liveCount,
    sizeBytes: segment.sizeBytes,
    memoryBytes: residentPartBytes(segment.residence),
    committed: segment.committed,
  }));
}

/** Bytes of the parts of a segment's file that are in the space of the threads. */
export function residentPartBytes({ parts, words }: SegmentHandle['residence']): number {
  return threadSpace().residentBytes(new Int32Array(words).subarray(0, residenceWords(parts, 0)));
}
