/** A segment as the writer keeps it: shared bytes, a reader, live documents that are copied before they change. */
import { utf8 } from '@skein/bytes';
import { clearBit, fillBits, hasBit, makeBitSet } from '../codec/bit_set.js';
import { Segment } from '../codec/v1/segment.js';
import { expectedSource } from '../codec/v1/stored_fields/stored_fields_reader.js';
import { ID_FIELD } from '../document/indexable_document.js';
import type { Directory } from '../store/directory.js';
import { NO_MORE_DOCS } from './segment_reader.js';
import type { SegmentHandle } from './snapshot.js';

/** What a new or recovered segment starts from. */
export interface SegmentState {
  readonly name: string;
  readonly bytes: SharedArrayBuffer;
  readonly docCount: number;
  readonly liveDocs: SharedArrayBuffer | null;
  readonly liveCount: number;
  /** Generation of the `.liv` file that holds `liveDocs`; 0: none is needed, -1: it is not written yet. */
  readonly liveGeneration: number;
  readonly committed: boolean;
}

export class WriterSegment {
  readonly name: string;
  readonly bytes: SharedArrayBuffer;
  readonly docCount: number;
  readonly sizeBytes: number;
  liveGeneration: number;
  committed: boolean;
  #liveDocs: SharedArrayBuffer | null;
  #liveCount: number;
  #reader: Segment;
  readonly #directory: Directory;

  constructor(state: SegmentState, directory: Directory) {
    this.name = state.name;
    this.bytes = state.bytes;
    this.docCount = state.docCount;
    this.liveGeneration = state.liveGeneration;
    this.committed = state.committed;
    this.#liveDocs = state.liveDocs;
    this.#liveCount = state.liveCount;
    this.#directory = directory;
    this.#reader = new Segment({ ...state, sizeBytes: 0 }, directory);
    this.sizeBytes = state.bytes.byteLength + expectedSource(this.#reader.file).length;
  }

  get liveCount(): number {
    return this.#liveCount;
  }

  get liveDocs(): Uint32Array | null {
    return this.#liveDocs === null ? null : new Uint32Array(this.#liveDocs);
  }

  /** Sees the current live documents. */
  get reader(): Segment {
    return this.#reader;
  }

  get checksum(): number {
    return new DataView(this.bytes).getUint32(this.bytes.byteLength - 4, true);
  }

  handle(): SegmentHandle {
    const { name, bytes, docCount, sizeBytes, committed } = this;
    const liveDocs = this.#liveDocs;
    return { name, bytes, docCount, liveDocs, liveCount: this.#liveCount, sizeBytes, committed };
  }

  /** Marks the documents of these ids; the bit set that snapshots hold stays as it is. Returns how many were live. */
  deleteIds(ids: Iterable<string>): number {
    const terms = this.#reader.terms(ID_FIELD);
    if (terms === undefined) return 0;
    let copy: SharedArrayBuffer | undefined;
    let live = this.liveDocs;
    let deleted = 0;
    for (const id of ids) {
      const ordinal = terms.find(utf8(id));
      if (ordinal < 0) continue;
      const postings = terms.postings(ordinal, 'docs');
      for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
        if (live !== null && !hasBit(live, doc)) continue;
        copy ??= copyLiveDocs(live, this.docCount);
        live = new Uint32Array(copy);
        clearBit(live, doc);
        deleted++;
      }
    }
    if (copy !== undefined) this.#publish(copy, deleted);
    return deleted;
  }

  #publish(liveDocs: SharedArrayBuffer, deleted: number): void {
    this.#liveDocs = liveDocs;
    this.#liveCount -= deleted;
    this.liveGeneration = -1;
    this.#reader = new Segment(this.handle(), this.#directory, this.#reader);
  }
}

function copyLiveDocs(live: Uint32Array | null, docCount: number): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(makeBitSet(docCount).byteLength);
  const copy = new Uint32Array(buffer);
  if (live === null) fillBits(copy, docCount);
  else copy.set(live);
  return buffer;
}
