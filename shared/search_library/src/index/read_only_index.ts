/**
 * An index that has no writer: the newest commit of a directory as one snapshot for all threads.
 * Unlike a writer, it does not read the segment files from end to end when it is opened, since the
 * directory may be remote. Each part is verified when it is loaded, each block of stored documents
 * when it is read, and the head of each segment file must be the one the commit names.
 */
import { corruptIndex } from '../codec/corrupt_index.js';
import { readSegmentHead } from '../codec/v1/segment_file.js';
import { threadSpace } from '../memory/thread_space.js';
import type { Directory } from '../store/directory.js';
import { type CommitPoint, readNewestCommit } from './commit_point.js';
import type { SegmentStats } from './index_writer_options.js';
import { recoverSegment } from './recover.js';
import type { ReaderSnapshot } from './snapshot.js';
import { WriterSegment } from './writer_segment.js';

/** The version of the only snapshot, which never changes. */
const VERSION = 1;

export class ReadOnlyIndex {
  readonly commit: CommitPoint;
  readonly snapshot: ReaderSnapshot;
  readonly #segments: readonly WriterSegment[];

  private constructor(directory: Directory, commit: CommitPoint) {
    this.commit = commit;
    this.#segments = commit.segments.map((committed) => {
      const head = readSegmentHead(directory, `${committed.name}.seg`);
      return new WriterSegment(recoverSegment(directory, committed, head), directory);
    });
    const segments = this.#segments.map((segment) => segment.handle());
    this.snapshot = { version: VERSION, segments };
  }

  /** Throws corrupt_index_exception if there is no commit or its files belong to another one. */
  static open(directory: Directory): ReadOnlyIndex {
    const commit = readNewestCommit(directory);
    if (commit === undefined) throw corruptIndex('there is no commit', directory.location);
    return new ReadOnlyIndex(directory, commit);
  }

  get segments(): readonly SegmentStats[] {
    return this.#segments.map((segment) => segment.stats());
  }

  /** Frees the memory of its segments. */
  close(): void {
    for (const { residence, sizeBytes } of this.snapshot.segments) {
      const words = new Int32Array(residence.words);
      threadSpace().dismiss({ ...residence, words }, sizeBytes);
    }
  }
}
