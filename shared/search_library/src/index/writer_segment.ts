/** A segment in the writer: a reader and its live documents. */
import { utf8 } from '@skein/bytes';
import { countBits, hasBit } from '../codec/bit_set.js';
import { madeParts } from '../codec/v1/made_parts.js';
import type { Segment } from '../codec/v1/segment.js';
import { openSegmentHead, readSegmentHead, type SegmentFile } from '../codec/v1/segment_file.js';
import type { StoredCompression } from '../codec/v1/stored_fields/block_compression.js';
import {
  expectedSource,
  sourceCompression,
} from '../codec/v1/stored_fields/stored_fields_reader.js';
import { ID_FIELD } from '../document/indexable_document.js';
import { residenceWords } from '../memory/residence_layout.js';
import { threadSpace } from '../memory/thread_space.js';
import type { MergeCandidate } from '../merge/tiered.js';
import type { Directory } from '../store/directory.js';
import type { CommittedSegment } from './commit_point.js';
import { type CompletionSize, completionSizes } from './completion_sizes.js';
import { type FieldMemory, fieldMemory } from './field_memory.js';
import type { SegmentStats } from './index_writer_options.js';
import { openForWriting } from './open_segments.js';
import { type LivenessState, SegmentLiveness } from './segment_liveness.js';
import { NO_MORE_DOCS } from './segment_reader.js';
import type { SegmentHandle } from './snapshot.js';
import { residentPartBytes } from './snapshot_figures.js';
import { keptDocs, seqNoBounds } from './soft_deletes.js';

/** The initial state of a new or recovered segment, whose files exist. */
export interface NewWriterSegment extends LivenessState {
  readonly name: string;
  readonly docCount: number;
  readonly committed: boolean;
}

function newResidence(file: SegmentFile, sizeBytes: number): SegmentHandle['residence'] {
  const count = residenceWords(file.parts.length, madeParts(file).size);
  const words = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * count);
  return { arena: threadSpace().assign(sizeBytes), parts: file.parts.length, words };
}

export class WriterSegment {
  readonly name: string;
  readonly docCount: number;
  readonly sizeBytes: number;
  readonly checksum: number;
  readonly compression: StoredCompression;
  committed: boolean;
  readonly #directory: Directory;
  readonly #head: SharedArrayBuffer;
  readonly #residence: SegmentHandle['residence'];
  readonly #liveness: SegmentLiveness;
  #reader: Segment;
  /** The number of documents a merge would keep, and the state for which it was counted. */
  #kept = { liveCount: -1, retainFrom: -1, count: 0 };

  /** `same` is a handle of this segment whose parts in memory are shared. */
  constructor(state: NewWriterSegment, directory: Directory, same?: SegmentHandle) {
    const file = `${state.name}.seg`;
    this.name = state.name;
    this.docCount = state.docCount;
    this.committed = state.committed;
    this.#directory = directory;
    this.#liveness = new SegmentLiveness(state.name, state.docCount, state);
    this.#head = same?.head ?? readSegmentHead(directory, file);
    const opened = openSegmentHead(this.#head, file);
    this.checksum = opened.checksum;
    this.compression = sourceCompression(opened).name;
    this.sizeBytes = directory.length(file) + expectedSource(opened).length;
    this.#residence = same?.residence ?? newResidence(opened, this.sizeBytes);
    this.#reader = openForWriting(this.handle(), directory);
  }

  /** Bytes of its parts in the space of the threads. */
  get memoryBytes(): number {
    return residentPartBytes(this.#residence);
  }

  /** The terms of text fields by document that are in memory. */
  get fielddata(): readonly FieldMemory[] {
    return fieldMemory(this.handle(), this.#reader.file, threadSpace());
  }

  get completions(): readonly CompletionSize[] {
    return completionSizes(this.#reader.file);
  }

  stats(): SegmentStats {
    return {
      name: this.name,
      docCount: this.liveCount,
      deletedCount: this.docCount - this.liveCount,
      sizeBytes: this.sizeBytes,
      memoryBytes: this.memoryBytes,
      fielddata: this.fielddata,
      completions: this.completions,
      committed: this.committed,
      compression: this.compression,
    };
  }

  get liveCount(): number {
    return this.#liveness.liveCount;
  }

  get liveDocs(): Uint32Array | null {
    return this.#liveness.words;
  }

  /** A reader that sees the current live documents. */
  get reader(): Segment {
    return this.#reader;
  }

  /** True if a commit would write nothing of the segment. */
  get isWritten(): boolean {
    return this.committed && this.#liveness.isWritten;
  }

  /** A reader that sees the live documents of an older handle. */
  readerOf(handle: SegmentHandle): Segment {
    return this.#reader.withLive(handle);
  }

  handle(): SegmentHandle {
    const { name, docCount, sizeBytes, committed, liveCount } = this;
    const liveDocs = this.#liveness.bits;
    const [head, residence] = [this.#head, this.#residence];
    return { name, head, residence, docCount, liveDocs, liveCount, sizeBytes, committed };
  }

  /** True if a search may need one of its documents, or another copy one of its operations. */
  isNeeded(retainFrom: number): boolean {
    return this.liveCount > 0 || (this.docCount > 0 && seqNoBounds(this.#reader).max >= retainFrom);
  }

  /** The segment as the merge policy sees it. Retained deletions do not count as deleted. */
  candidate(retainFrom: number): MergeCandidate {
    const { name, sizeBytes, docCount } = this;
    return { name, sizeBytes, docCount, keptCount: this.#keptCount(retainFrom) };
  }

  /**
   * The segment as a commit of this generation names it. Missing files are written, and their names
   * added to `written`.
   */
  commit(generation: number, written: string[]): CommittedSegment {
    const { name, docCount, liveCount, checksum } = this;
    if (!this.committed) written.push(`${name}.seg`, `${name}.src`);
    const file = this.#liveness.write(this.#directory, generation);
    if (file !== undefined) written.push(file);
    return { name, docCount, liveCount, liveGenerations: this.#liveness.generations, checksum };
  }

  /**
   * Marks the documents of these ids as deleted; the bit set of snapshots does not change. Returns
   * how many were live.
   */
  deleteIds(ids: Iterable<string>): number {
    const docs = this.#liveDocsOf(ids);
    this.#reader.letGo();
    if (docs.length === 0) return 0;
    this.#liveness.delete(docs);
    this.#reader = this.#reader.withLive(this.handle());
    return docs.length;
  }

  #liveDocsOf(ids: Iterable<string>): number[] {
    const terms = this.#reader.terms(ID_FIELD);
    const found = new Set<number>();
    const live = this.liveDocs;
    for (const id of terms === undefined ? [] : ids) {
      const ordinal = terms?.find(utf8(id)) ?? -1;
      if (terms === undefined || ordinal < 0) continue;
      const postings = terms.postings(ordinal, 'docs');
      for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
        if (live === null || hasBit(live, doc)) found.add(doc);
      }
    }
    return [...found];
  }

  #keptCount(retainFrom: number): number {
    const { liveCount, docCount } = this;
    if (liveCount === docCount) return docCount;
    if (this.#kept.liveCount !== liveCount || this.#kept.retainFrom !== retainFrom) {
      const kept = keptDocs(this.#reader, retainFrom);
      this.#reader.letGo();
      this.#kept = { liveCount, retainFrom, count: kept === null ? docCount : countBits(kept) };
    }
    return this.#kept.count;
  }
}
