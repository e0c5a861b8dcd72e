/** What an index writer is opened with, and what it counts. */
import type { StoredCompression } from '../codec/v1/stored_fields/block_compression.js';
import type { TieredOptions } from '../merge/tiered.js';
import type { Kernels } from '../search/kernels/kernels.js';
import type { CompletionSize } from './completion_sizes.js';
import type { FieldMemory } from './field_memory.js';
import type { IndexSort } from './index_sort.js';

export interface IndexWriterOptions {
  /** The buffer becomes a segment when it is estimated to hold more than this; 64 MiB. */
  readonly bufferBytes?: number;
  readonly mergePolicy?: Partial<TieredOptions>;
  /** Of new segments; `lz4`. Segments say themselves how they are compressed. */
  readonly storedCompression?: StoredCompression;
  /** The order of the documents of every segment; the order they come in. The same whenever this index is opened. */
  readonly sort?: IndexSort;
  /** Those of the thread: they build graphs of vectors; absent, as JavaScript. */
  readonly kernels?: Kernels | undefined;
  /** Deleted documents stay in merges from this sequence number on; absent: none. It never goes down while the writer is open. */
  readonly retainFrom?: () => number;
  /** Commits stay until `dropCommitsBefore`, so that `resetTo` can go back to them; else each takes the place of the one before it. */
  readonly keepCommits?: boolean;
}

export interface SegmentStats {
  readonly name: string;
  readonly docCount: number;
  readonly deletedCount: number;
  readonly sizeBytes: number;
  /** What of it is in memory. */
  readonly memoryBytes: number;
  /** Beside that: terms of texts by document. */
  readonly fielddata: readonly FieldMemory[];
  /** Of its completion fields. */
  readonly completions: readonly CompletionSize[];
  readonly committed: boolean;
  /** Of its stored documents. */
  readonly compression: StoredCompression;
}

export interface IndexStats {
  /** Live documents, those of the buffer included. */
  readonly docCount: number;
  readonly deletedCount: number;
  /** Size of the segments' files. */
  readonly sizeBytes: number;
  /** What of the segments is in memory. */
  readonly memoryBytes: number;
  /** Beside that, by segment and field. */
  readonly fielddata: readonly FieldMemory[];
  /** Of completion fields, by segment and field. */
  readonly completions: readonly CompletionSize[];
  readonly segments: readonly SegmentStats[];
}
