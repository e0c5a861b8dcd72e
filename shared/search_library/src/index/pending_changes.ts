/**
 * The changes since the last flush: documents in the buffer, and ids to delete from the segments,
 * which may hold older documents of these ids.
 */
import type { FileOutput } from '../codec/file_output.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { finishSorted } from './finish_sorted.js';
import { IndexBuffer, type NewSegment } from './index_buffer.js';
import type { IndexSort } from './index_sort.js';
import type { WriterSegments } from './writer_segments.js';

interface PendingChangesOptions {
  readonly segments: WriterSegments;
  readonly compression: BlockCompression;
  /** The order of the documents in a new segment; empty: insertion order. */
  readonly sort: IndexSort;
  readonly kernels: Kernels;
  /** Deleted documents are kept from this sequence number on. */
  readonly retainFrom: () => number;
}

export class PendingChanges {
  readonly #options: PendingChangesOptions;
  #buffer: IndexBuffer;
  /**
   * Ids to be deleted from the segments at the next flush. The buffer's own documents are marked at
   * once.
   */
  readonly #deletedIds = new Set<string>();

  constructor(options: PendingChangesOptions) {
    this.#options = options;
    this.#buffer = new IndexBuffer(options.compression);
  }

  get docCount(): number {
    return this.#buffer.docCount;
  }

  get liveCount(): number {
    return this.#buffer.liveCount;
  }

  get bytes(): number {
    return this.#buffer.bytes;
  }

  get isEmpty(): boolean {
    return this.#buffer.docCount === 0 && this.#deletedIds.size === 0;
  }

  /** Adds a document. If it cannot be indexed, the method throws and keeps nothing of it. */
  add(document: IndexableDocument): void {
    this.#buffer.add(document);
  }

  addDeleted(document: IndexableDocument): void {
    this.#buffer.addDeleted(document);
  }

  /**
   * Replaces the documents of the same id. If the document cannot be indexed, the method throws and
   * they stay.
   */
  replace(document: IndexableDocument): void {
    this.#buffer.replace(document);
    this.#deleteFromSegments(document.stored.id);
  }

  delete(id: string): void {
    this.#buffer.delete(id);
    this.#deleteFromSegments(id);
  }

  /** Deletes the pending ids from the existing segments. */
  applyDeletes(): void {
    if (this.#deletedIds.size === 0) return;
    this.#options.segments.delete(() => this.#deletedIds);
    this.#deletedIds.clear();
  }

  /**
   * Writes the buffer as a segment. Call `applyDeletes` first, since its ids are for older
   * segments. If this throws, the buffered documents are lost.
   */
  writeSegment(): void {
    const buffer = this.#buffer;
    if (buffer.docCount === 0) return;
    const { segments, compression, retainFrom } = this.#options;
    this.#buffer = new IndexBuffer(compression, buffer.sizes());
    if (buffer.liveCount === 0 && buffer.maxSeqNo < retainFrom()) return;
    segments.write((name, output) => this.#finish(buffer, name, output));
  }

  forget(): void {
    this.#buffer = new IndexBuffer(this.#options.compression);
    this.#deletedIds.clear();
  }

  #deleteFromSegments(id: string): void {
    if (this.#options.segments.all.length > 0) this.#deletedIds.add(id);
  }

  #finish(buffer: IndexBuffer, name: string, output: FileOutput): NewSegment {
    const { sort, kernels, compression, retainFrom } = this.#options;
    if (sort.length === 0) return buffer.finish(name, output, kernels);
    return finishSorted(buffer, name, {
      sort,
      retainFrom: retainFrom(),
      compression,
      kernels,
      output,
    });
  }
}
