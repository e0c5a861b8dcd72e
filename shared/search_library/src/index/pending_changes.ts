/**
 * The changes since the last flush: documents in the buffer, and ids to delete from the segments,
 * which may hold older documents of these ids. A full buffer may be written by another thread; its
 * segment is then on its way until this thread takes it.
 */

import type { StoredCompression } from '../codec/v1/stored_fields/block_compression.js';
import { STORED_COMPRESSIONS } from '../codec/v1/stored_fields/block_compression.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import type { Kernels } from '../search/kernels/kernels.js';
import type { Directory } from '../store/directory.js';
import { type FlushJob, type FlushPort, type FlushRun, runFlush } from './flush_job.js';
import { IndexBuffer } from './index_buffer.js';
import type { IndexSort } from './index_sort.js';
import type { WriterSegments } from './writer_segments.js';

interface PendingChangesOptions {
  readonly directory: Directory;
  readonly segments: WriterSegments;
  readonly compression: StoredCompression;
  /** The order of the documents in a new segment; empty: insertion order. */
  readonly sort: IndexSort;
  readonly kernels: Kernels;
  /** Deleted documents are kept from this sequence number on. */
  readonly retainFrom: () => number;
  /** Absent: every flush runs in this thread. */
  readonly flushElsewhere: FlushPort | undefined;
}

/** A buffer that another thread writes as a segment. */
interface Flight {
  readonly run: FlushRun;
  /** The name of the segment. */
  readonly name: string;
  readonly docCount: number;
  readonly liveCount: number;
  /** Estimated memory. */
  readonly bytes: number;
}

export class PendingChanges {
  readonly #options: PendingChangesOptions;
  #buffer: IndexBuffer;
  /** The segment on its way; its documents are older than those in the buffer. */
  #flight: Flight | undefined;
  /**
   * True if another thread has written a buffer since the last `flush`. It writes the rest too: its
   * code of a flush is compiled, that of this thread may not be.
   */
  #hasFlown = false;
  /**
   * Ids to be deleted from the segments and from the flight at the next flush. The buffer's own
   * documents are marked at once.
   */
  readonly #deletedIds = new Set<string>();

  constructor(options: PendingChangesOptions) {
    this.#options = options;
    this.#buffer = this.#newBuffer();
  }

  get docCount(): number {
    return this.#buffer.docCount + (this.#flight?.docCount ?? 0);
  }

  get liveCount(): number {
    return this.#buffer.liveCount + (this.#flight?.liveCount ?? 0);
  }

  /** Estimated memory of the buffer and of the flight, until it is over. */
  get bytes(): number {
    const flight = this.#flight;
    return this.#buffer.bytes + (flight === undefined || flight.run.isOver ? 0 : flight.bytes);
  }

  /** Estimated memory of the buffer that takes documents. */
  get bufferBytes(): number {
    return this.#buffer.bytes;
  }

  get isEmpty(): boolean {
    return this.docCount === 0 && this.#flight === undefined && this.#deletedIds.size === 0;
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

  /**
   * Deletes the pending ids from the existing segments, unless a segment is on its way: they
   * concern that one as well. If the flight was over and had failed, this throws, and its
   * documents are lost.
   */
  applyDeletes(): void {
    if (this.#flight?.run.isOver === true) this.#land();
    if (this.#flight === undefined) this.#applyDeletes();
  }

  /**
   * Makes segments of all documents, waiting for the flight, and applies all deletes. If this
   * throws, buffered documents are lost.
   */
  flush(): void {
    if (this.#hasFlown) {
      this.startFlush();
      this.#land();
      this.#hasFlown = false;
      return;
    }
    const job = this.#nextJob();
    if (job !== undefined) this.#flushHere(job);
  }

  /**
   * Like `flush`, but the buffer may still be on its way when this returns. If there is a flight
   * already, waits for it first.
   */
  startFlush(): void {
    this.#land();
    const { docCount, liveCount, bytes } = this.#buffer;
    const job = this.#nextJob();
    if (job === undefined) return;
    const run = this.#options.flushElsewhere?.(job);
    if (run === undefined) {
      this.#flushHere(job);
      return;
    }
    this.#flight = { run, name: job.name, docCount, liveCount, bytes };
    this.#hasFlown = true;
  }

  /** Drops all changes. Waits for the flight, whose files do not belong to the writer then. */
  forget(): void {
    const flight = this.#flight;
    this.#flight = undefined;
    if (flight !== undefined) {
      waitAnyway(flight.run);
      this.#options.segments.strange(flight.name);
    }
    this.#hasFlown = false;
    this.#buffer = this.#newBuffer();
    this.#deletedIds.clear();
  }

  /** Waits for the flight and adds its segment. The pending ids are still to be deleted from it. */
  #land(): void {
    const flight = this.#flight;
    if (flight === undefined) return;
    this.#flight = undefined;
    flight.run.wait();
    this.#options.segments.add(flight.name);
  }

  #applyDeletes(): void {
    if (this.#deletedIds.size === 0) return;
    this.#options.segments.delete(() => this.#deletedIds);
    this.#deletedIds.clear();
  }

  /**
   * Applies the deletes, whose ids are for older segments, and empties the buffer. Returns its
   * content; `undefined`: no segment is needed.
   */
  #nextJob(): FlushJob | undefined {
    this.#applyDeletes();
    const buffer = this.#buffer;
    if (buffer.docCount === 0) return undefined;
    const { segments, compression, sort } = this.#options;
    const retainFrom = this.#options.retainFrom();
    this.#buffer = this.#newBuffer(buffer);
    if (buffer.liveCount === 0 && buffer.maxSeqNo < retainFrom) return undefined;
    return { name: segments.newName(), buffer: buffer.freeze(), compression, sort, retainFrom };
  }

  #flushHere(job: FlushJob): void {
    const { directory, segments, kernels } = this.#options;
    runFlush(job, directory, kernels);
    segments.add(job.name);
  }

  #newBuffer(before?: IndexBuffer): IndexBuffer {
    return new IndexBuffer(STORED_COMPRESSIONS[this.#options.compression], before?.sizes());
  }

  #deleteFromSegments(id: string): void {
    const hasOlder = this.#options.segments.all.length > 0 || this.#flight !== undefined;
    if (hasOlder) this.#deletedIds.add(id);
  }
}

/** Waits for a flush of which nothing is needed any more. */
function waitAnyway(run: FlushRun): void {
  try {
    run.wait();
  } catch {
    // The documents are not needed, so a failure has lost nothing.
  }
}
