/** The options of an index writer, and its statistics. */
import type { StoredCompression } from '../codec/v1/stored_fields/block_compression.js';
import type { TieredOptions } from '../merge/tiered.js';
import type { Kernels } from '../search/kernels/kernels.js';
import type { CompletionSize } from './completion_sizes.js';
import type { FieldMemory } from './field_memory.js';
import type { FlushPort } from './flush_job.js';
import type { IndexSort } from './index_sort.js';

export interface IndexWriterOptions {
  /** The buffer is written as a segment when its estimated size exceeds this; default 64 MiB. */
  readonly bufferBytes?: number;
  readonly mergePolicy?: Partial<TieredOptions>;
  /** Compression of new segments; default `lz4`. Each segment records its own. */
  readonly storedCompression?: StoredCompression;
  /**
   * The order of the documents in every segment; by default insertion order. It must be the same
   * whenever this index is opened.
   */
  readonly sort?: IndexSort;
  /** The kernels of the thread, which build graphs of vectors; absent: JavaScript is used. */
  readonly kernels?: Kernels | undefined;
  /**
   * Merges keep deleted documents from this sequence number on; absent: none. It never decreases
   * while the writer is open.
   */
  readonly retainFrom?: () => number;
  /** Writes full buffers in another thread; absent: this thread writes them. */
  readonly flushElsewhere?: FlushPort | undefined;
  /**
   * Keeps commits until `dropCommitsBefore`, so that `resetTo` can return to them; otherwise each
   * commit replaces the one before it.
   */
  readonly keepCommits?: boolean;
}

/** The figures of a segment that a snapshot knows. */
export interface SegmentFigures {
  readonly name: string;
  readonly docCount: number;
  readonly deletedCount: number;
  readonly sizeBytes: number;
  /** Bytes of the segment that are in memory. */
  readonly memoryBytes: number;
  readonly committed: boolean;
}

export interface SegmentStats extends SegmentFigures {
  /** Memory beside `memoryBytes`: the terms of text fields by document. */
  readonly fielddata: readonly FieldMemory[];
  /** Sizes of its completion fields. */
  readonly completions: readonly CompletionSize[];
  /** Compression of its stored documents. */
  readonly compression: StoredCompression;
}

export interface IndexStats {
  /** Live documents, including those in the buffer. */
  readonly docCount: number;
  readonly deletedCount: number;
  /** Size of the segments' files. */
  readonly sizeBytes: number;
  /** Bytes of the segments that are in memory. */
  readonly memoryBytes: number;
  /** Memory beside `memoryBytes`, by segment and field. */
  readonly fielddata: readonly FieldMemory[];
  /** Sizes of the completion fields, by segment and field. */
  readonly completions: readonly CompletionSize[];
  readonly segments: readonly SegmentStats[];
}
