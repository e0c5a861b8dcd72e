/**
 * A merge as plain data, so that any thread with the shard's files and arenas can run it. It writes
 * the two files of the merged segment, unsynced, and changes nothing else; the writer decides what
 * to do with them.
 */
import type { Clock } from '@skein/base';
import { ChecksummedOutput } from '../codec/file_output.js';
import {
  STORED_COMPRESSIONS,
  type StoredCompression,
} from '../codec/v1/stored_fields/block_compression.js';
import type { IndexSort } from '../index/index_sort.js';
import { openForMerging } from '../index/open_segments.js';
import type { SegmentHandle } from '../index/snapshot.js';
import { Kernels } from '../search/kernels/kernels.js';
import type { Directory } from '../store/directory.js';
import { MergeControl } from './merge_control.js';
import { MergePace } from './merge_pace.js';
import { mergeSegments } from './segment_merger.js';

export interface MergeJob {
  /** Name of the merged segment. */
  readonly name: string;
  /** The sources, with their live documents at the start of the merge. */
  readonly segments: readonly SegmentHandle[];
  readonly compression: StoredCompression;
  /** The order of the merged segment. */
  readonly sort: IndexSort;
  /** Deleted documents are kept from this sequence number on. */
  readonly retainFrom: number;
  /** See `MergeControl`. */
  readonly control: SharedArrayBuffer;
}

/** Tells a merge to stop, in whatever thread it runs. */
export function stopMerge({ control }: MergeJob): void {
  new MergeControl(control).stop();
}

/**
 * Runs the merge and blocks until its files are written. If it is told to stop, it throws
 * `MergeStopped` and leaves no file.
 */
export function runMerge(
  job: MergeJob,
  directory: Directory,
  clock: Clock,
  kernels = new Kernels(),
): void {
  const pace = new MergePace(job.control, clock);
  const segments = job.segments.map((handle) => openForMerging(handle, directory));
  const files = [`${job.name}.seg`, `${job.name}.src`].map((name) => directory.openAppend(name));
  try {
    const [segment, source] = files.map(
      (file) =>
        new ChecksummedOutput({
          append: (bytes) => {
            pace.write(bytes.length);
            file.append(bytes);
          },
        }),
    );
    const compression = STORED_COMPRESSIONS[job.compression];
    mergeSegments(job.name, segments, {
      compression,
      sort: job.sort,
      retainFrom: job.retainFrom,
      segment,
      source,
      kernels,
      checkpoint: () => pace.check(),
    });
    segment.flush();
    source.flush();
  } catch (error) {
    for (const name of [`${job.name}.seg`, `${job.name}.src`]) directory.remove(name);
    throw error;
  } finally {
    for (const file of files) file.close();
  }
}
