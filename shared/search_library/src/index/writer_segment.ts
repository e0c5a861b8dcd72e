/** A segment as the writer keeps it: a reader, live documents that are copied before they change. */
import { utf8 } from '@skein/bytes';
import { clearBit, fillBits, hasBit } from '../codec/bit_set.js';
import type { Segment } from '../codec/v1/segment.js';
import { openSegmentHead, readSegmentHead, type SegmentFile } from '../codec/v1/segment_file.js';
import { expectedSource } from '../codec/v1/stored_fields/stored_fields_reader.js';
import { ID_FIELD } from '../document/indexable_document.js';
import { type LiveBits, makeLiveBits, wordsOfLive } from '../memory/live_bits.js';
import { threadSpace } from '../memory/thread_space.js';
import type { Directory } from '../store/directory.js';
import type { CommittedSegment } from './commit_point.js';
import { openForWriting } from './open_segments.js';
import { NO_MORE_DOCS } from './segment_reader.js';
import type { SegmentHandle } from './snapshot.js';

/** What a new or recovered segment starts from; its files are there. */
export interface NewWriterSegment {
  readonly name: string;
  readonly docCount: number;
  readonly liveDocs: LiveBits | null;
  readonly liveCount: number;
  /** Generation of the `.liv` file that holds `liveDocs`; 0: none is needed, -1: it is not written yet. */
  readonly liveGeneration: number;
  readonly committed: boolean;
}

function newResidence({ parts }: SegmentFile, sizeBytes: number): SegmentHandle['residence'] {
  const words = new SharedArrayBuffer(8 * parts.length);
  return { arena: threadSpace().assign(sizeBytes), words };
}

export class WriterSegment {
  readonly name: string;
  readonly docCount: number;
  readonly sizeBytes: number;
  readonly checksum: number;
  liveGeneration: number;
  committed: boolean;
  readonly #head: SharedArrayBuffer;
  readonly #residence: SegmentHandle['residence'];
  #liveDocs: LiveBits | null;
  #liveCount: number;
  #reader: Segment;

  /** `same`: a handle of the segment, whose parts in memory are shared. */
  constructor(state: NewWriterSegment, directory: Directory, same?: SegmentHandle) {
    const file = `${state.name}.seg`;
    this.name = state.name;
    this.docCount = state.docCount;
    this.liveGeneration = state.liveGeneration;
    this.committed = state.committed;
    this.#liveDocs = state.liveDocs;
    this.#liveCount = state.liveCount;
    this.#head = same?.head ?? readSegmentHead(directory, file);
    const opened = openSegmentHead(this.#head, file);
    this.checksum = opened.checksum;
    this.sizeBytes = directory.length(file) + expectedSource(opened).length;
    this.#residence = same?.residence ?? newResidence(opened, this.sizeBytes);
    this.#reader = openForWriting(this.handle(), directory);
  }

  /** What of it is in the space of the threads now. */
  get memoryBytes(): number {
    return threadSpace().residentBytes(new Int32Array(this.#residence.words));
  }

  get liveCount(): number {
    return this.#liveCount;
  }

  get liveDocs(): Uint32Array | null {
    return this.#liveDocs === null ? null : wordsOfLive(this.#liveDocs);
  }

  /** Sees the current live documents. */
  get reader(): Segment {
    return this.#reader;
  }

  /** Sees the live documents of an older handle. */
  readerOf(handle: SegmentHandle): Segment {
    return this.#reader.withLive(handle);
  }

  handle(): SegmentHandle {
    const { name, docCount, sizeBytes, committed } = this;
    return {
      name,
      head: this.#head,
      residence: this.#residence,
      docCount,
      liveDocs: this.#liveDocs,
      liveCount: this.#liveCount,
      sizeBytes,
      committed,
    };
  }

  /** As a commit of this generation names it, which writes what is not written yet. */
  committedForm(generation: number): CommittedSegment {
    const { name, docCount, liveCount, checksum } = this;
    const liveGeneration = this.liveGeneration < 0 ? generation : this.liveGeneration;
    return { name, docCount, liveCount, liveGeneration, checksum };
  }

  /** Marks the documents of these ids; the bit set that snapshots hold stays as it is. Returns how many were live. */
  deleteIds(ids: Iterable<string>): number {
    const terms = this.#reader.terms(ID_FIELD);
    if (terms === undefined) return 0;
    let copy: LiveBits | undefined;
    let live = this.liveDocs;
    let deleted = 0;
    for (const id of ids) {
      const ordinal = terms.find(utf8(id));
      if (ordinal < 0) continue;
      const postings = terms.postings(ordinal, 'docs');
      for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
        if (live !== null && !hasBit(live, doc)) continue;
        copy ??= this.#copyLiveDocs(live);
        live = wordsOfLive(copy);
        clearBit(live, doc);
        deleted++;
      }
    }
    this.#reader.letGo();
    if (copy !== undefined) this.#publish(copy, deleted);
    return deleted;
  }

  #publish(liveDocs: LiveBits, deleted: number): void {
    this.#liveDocs = liveDocs;
    this.#liveCount -= deleted;
    this.liveGeneration = -1;
    this.#reader = this.#reader.withLive(this.handle());
  }

  #copyLiveDocs(live: Uint32Array | null): LiveBits {
    const bits = makeLiveBits(this.docCount);
    const copy = wordsOfLive(bits);
    if (live === null) fillBits(copy, this.docCount);
    else copy.set(live);
    return bits;
  }
}
