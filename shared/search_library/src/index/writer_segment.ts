/** A segment as the writer keeps it: shared bytes, a reader, live documents that are copied before they change. */
import { utf8 } from '@skein/bytes';
import { clearBit, fillBits, hasBit, makeBitSet } from '../codec/bit_set.js';
import { Segment } from '../codec/v1/segment.js';
import { checksumOf } from '../codec/v1/segment_file.js';
import { expectedSource } from '../codec/v1/stored_fields/stored_fields_reader.js';
import { ID_FIELD } from '../document/indexable_document.js';
import { type ArenaBlock, type ArenaPool, wordsOfBlock } from '../memory/arena.js';
import type { SegmentBlocks } from '../memory/segment_memory.js';
import type { Directory } from '../store/directory.js';
import { NO_MORE_DOCS } from './segment_reader.js';
import type { SegmentHandle } from './snapshot.js';

/** What a new or recovered segment starts from. */
export interface SegmentState {
  readonly name: string;
  readonly bytes: ArenaBlock;
  readonly docCount: number;
  readonly liveDocs: ArenaBlock | null;
  readonly liveCount: number;
  /** Generation of the `.liv` file that holds `liveDocs`; 0: none is needed, -1: it is not written yet. */
  readonly liveGeneration: number;
  readonly committed: boolean;
}

export class WriterSegment {
  readonly name: string;
  readonly bytes: ArenaBlock;
  readonly docCount: number;
  readonly sizeBytes: number;
  liveGeneration: number;
  committed: boolean;
  #liveDocs: ArenaBlock | null;
  #liveCount: number;
  #reader: Segment;
  readonly #directory: Directory;
  readonly #pool: ArenaPool;

  constructor(state: SegmentState, directory: Directory, pool: ArenaPool) {
    this.name = state.name;
    this.bytes = state.bytes;
    this.docCount = state.docCount;
    this.liveGeneration = state.liveGeneration;
    this.committed = state.committed;
    this.#liveDocs = state.liveDocs;
    this.#liveCount = state.liveCount;
    this.#directory = directory;
    this.#pool = pool;
    this.#reader = new Segment({ ...state, sizeBytes: 0 }, directory);
    this.sizeBytes = state.bytes.length + expectedSource(this.#reader.file).length;
  }

  get liveCount(): number {
    return this.#liveCount;
  }

  /** What of the segment lies in an arena now. */
  get blocks(): SegmentBlocks {
    return { bytes: this.bytes, liveDocs: this.#liveDocs };
  }

  get liveDocs(): Uint32Array | null {
    return this.#liveDocs === null ? null : wordsOfBlock(this.#liveDocs);
  }

  /** Sees the current live documents. */
  get reader(): Segment {
    return this.#reader;
  }

  get checksum(): number {
    return checksumOf(this.bytes);
  }

  /** Sees the live documents of an older handle. */
  readerOf(handle: SegmentHandle): Segment {
    return new Segment(handle, this.#directory, this.#reader);
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
    let copy: ArenaBlock | undefined;
    let live = this.liveDocs;
    let deleted = 0;
    for (const id of ids) {
      const ordinal = terms.find(utf8(id));
      if (ordinal < 0) continue;
      const postings = terms.postings(ordinal, 'docs');
      for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
        if (live !== null && !hasBit(live, doc)) continue;
        copy ??= this.#copyLiveDocs(live);
        live = wordsOfBlock(copy);
        clearBit(live, doc);
        deleted++;
      }
    }
    if (copy !== undefined) this.#publish(copy, deleted);
    return deleted;
  }

  #publish(liveDocs: ArenaBlock, deleted: number): void {
    this.#liveDocs = liveDocs;
    this.#liveCount -= deleted;
    this.liveGeneration = -1;
    this.#reader = new Segment(this.handle(), this.#directory, this.#reader);
  }

  #copyLiveDocs(live: Uint32Array | null): ArenaBlock {
    const block = this.#pool.allocate(makeBitSet(this.docCount).byteLength, this.bytes);
    const copy = wordsOfBlock(block);
    if (live === null) fillBits(copy, this.docCount);
    else copy.set(live);
    return block;
  }
}
