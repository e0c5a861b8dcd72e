/** Iterates over a posting list of several blocks. Freqs and positions are decoded on demand. */

import type { Impacts, PostingsIterator, PostingsRun } from '../../index/segment_reader.js';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { requestWords } from '../../memory/request_arrays.js';
import type { GrowableU32 } from '../growable.js';
import { BlockImpacts } from './block_impacts.js';
import { damagedPostings } from './damaged_postings.js';
import { unpackLanes } from './lane_packing.js';
import { PositionCursor } from './position_cursor.js';
import { appendPacked, appendVarints } from './position_packing.js';
import {
  BLOCK_DOCS,
  bitSetBytes,
  ENTRY,
  entryBytes,
  FREE_FREQ_BITS,
  SUPER_ENTRY_BYTES,
  SUPERBLOCK_BLOCKS,
} from './postings_layout.js';
import type { PostingsSource } from './postings_source.js';
import { decodeSingleDocs } from './single_docs.js';

const MAX_BITS = 32;

export class BlockPostings implements PostingsIterator {
  readonly #source: PostingsSource;
  readonly #start: number;
  readonly #docFreq: number;
  readonly #dense: boolean;
  readonly #bitSetStart: number;
  readonly #blockCount: number;
  readonly #wantsFreqs: boolean;
  readonly #wantsPositions: boolean;
  readonly #docs = requestWords(BLOCK_DOCS);
  readonly #freqs = requestWords(BLOCK_DOCS);
  readonly #run: PostingsRun = { docs: this.#docs, freqs: this.#freqs, from: 0, to: 0 };
  readonly #cursor: PositionCursor;
  readonly #table: BlockImpacts;
  #impacts: BlockImpacts | undefined;
  #block = -1;
  #inBlock = 0;
  #index = -1;
  #doc = -1;
  #freqsReady = false;
  /**
   * Index in the block of the document whose positions come next, and the number of its positions
   * already read.
   */
  #positionIndex = 0;
  #positionsRead = 0;
  /** Start of the positions of the documents after the last full block. */
  #restPositions = 0;

  constructor(
    source: PostingsSource,
    term: {
      start: number;
      docFreq: number;
      dense: boolean;
      detail: 'docs' | 'freqs' | 'positions';
    },
  ) {
    this.#source = source;
    this.#start = term.start;
    this.#docFreq = term.docFreq;
    this.#dense = term.dense;
    this.#blockCount = Math.ceil(term.docFreq / BLOCK_DOCS);
    const supers = Math.ceil(this.#blockCount / SUPERBLOCK_BLOCKS) * SUPER_ENTRY_BYTES;
    const entries = this.#blockCount * entryBytes(source.hasPositions);
    this.#bitSetStart = term.start + entries + supers;
    const bitSet = term.dense ? bitSetBytes(source.maxDoc) : 0;
    if (this.#bitSetStart + bitSet > source.bytes.length) {
      throw damagedPostings('entries beyond their section');
    }
    this.#wantsFreqs = source.hasFreqs && term.detail !== 'docs';
    this.#wantsPositions = source.hasPositions && term.detail === 'positions';
    this.#cursor = new PositionCursor(source.bytes);
    this.#table = new BlockImpacts(source, term.start, this.#blockCount);
  }

  get impacts(): Impacts {
    this.#impacts ??= new BlockImpacts(this.#source, this.#start, this.#blockCount);
    return this.#impacts;
  }

  docId(): number {
    return this.#doc;
  }

  nextDoc(): number {
    if (++this.#index >= this.#inBlock) {
      if (this.#block + 1 >= this.#blockCount) return this.#exhaust();
      this.#loadBlock(this.#block + 1);
      this.#index = 0;
    }
    this.#doc = this.#docs[this.#index];
    return this.#doc;
  }

  advance(target: number): number {
    if (this.#inBlock === 0 || this.#docs[this.#inBlock - 1] < target) {
      const block = this.#table.findBlock(this.#block + 1, target);
      if (block >= this.#blockCount) return this.#exhaust();
      this.#loadBlock(block);
      this.#index = 0;
    }
    this.#index = this.#firstFrom(Math.max(0, this.#index), target);
    this.#doc = this.#docs[this.#index];
    return this.#doc;
  }

  runBefore(end: number): PostingsRun {
    if (this.#wantsFreqs && !this.#freqsReady) this.#loadFreqs();
    const run = this.#run;
    const last = this.#inBlock - 1;
    run.from = this.#index;
    run.to = this.#docs[last] < end ? last + 1 : this.#firstFrom(this.#index, end);
    this.#index = run.to - 1;
    this.#doc = this.#docs[this.#index];
    return run;
  }

  /**
   * Appends the position deltas of all documents in the current block, from 0 in each document.
   * Call it after the frequencies were loaded.
   */
  appendDeltas(out: GrowableU32): void {
    const { bytes } = this.#source;
    const count = this.#occurrences(this.#inBlock);
    if (this.#inBlock < BLOCK_DOCS) {
      appendVarints(bytes, this.#restPositions, count, out);
      return;
    }
    const bits = this.#bitsAt(this.#block, ENTRY.positionBits);
    appendPacked(bytes, { start: this.#positionsStart(this.#block), bits, count }, out);
  }

  cost(): number {
    return this.#docFreq;
  }

  freq(): number {
    if (!this.#wantsFreqs) return 1;
    if (!this.#freqsReady) this.#loadFreqs();
    return this.#freqs[this.#index] + 1;
  }

  nextPosition(): number {
    if (!this.#wantsPositions) return -1;
    if (this.#positionIndex !== this.#index) this.#seekPositions();
    this.#positionsRead++;
    return this.#cursor.next();
  }

  /**
   * Index of the block's first document >= target, from `from` on. The block's last document is not
   * before the target.
   */
  #firstFrom(from: number, target: number): number {
    const docs = this.#docs;
    let low = from;
    let high = this.#inBlock - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (docs[middle] < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #exhaust(): number {
    this.#block = this.#blockCount;
    this.#inBlock = 0;
    this.#doc = NO_MORE_DOCS;
    return NO_MORE_DOCS;
  }

  /** Start of a block's data, with `bits` bits per document. */
  #dataStart(block: number, bits: number): number {
    const { view, bytes } = this.#source;
    const start = this.#start + view.getUint32(this.#table.entry(block) + ENTRY.dataStart, true);
    if (start + 16 * bits > bytes.length) throw damagedPostings('a block beyond its section');
    return start;
  }

  #bitsAt(block: number, field: number): number {
    const bits = this.#source.bytes[this.#table.entry(block) + field];
    if (bits > MAX_BITS) throw damagedPostings(`numbers of [${bits}] bits`);
    return bits;
  }

  #loadBlock(block: number): void {
    const count = Math.min(BLOCK_DOCS, this.#docFreq - block * BLOCK_DOCS);
    const lastDoc = block === 0 ? -1 : this.#table.lastDoc(block - 1);
    this.#block = block;
    this.#inBlock = count;
    this.#positionIndex = 0;
    this.#positionsRead = 0;
    this.#freqsReady = count < BLOCK_DOCS;
    if (count < BLOCK_DOCS) this.#loadRest(block, count, lastDoc);
    else if (this.#dense) this.#loadBits(lastDoc + 1);
    else this.#loadDeltas(block, lastDoc);
    if (!this.#wantsPositions || count < BLOCK_DOCS) return;
    this.#cursor.seekPacked(this.#positionsStart(block), this.#bitsAt(block, ENTRY.positionBits));
  }

  #positionsStart(block: number): number {
    const entry = this.#table.entry(block);
    return this.#start + this.#source.view.getUint32(entry + ENTRY.positionsStart, true);
  }

  #loadRest(block: number, count: number, lastDoc: number): void {
    const start = this.#dataStart(block, 0);
    const decoded = { docs: this.#docs, freqs: this.#freqs };
    const end = decodeSingleDocs(this.#source, { start, count, lastDoc }, decoded);
    this.#ensureEndsAt(this.#docs[count - 1]);
    if (this.#wantsPositions) this.#ensureVarints(count, end);
    this.#cursor.seekVarints(end);
    this.#restPositions = end;
    if (!this.#wantsFreqs) this.#freqs.fill(0);
  }

  #loadDeltas(block: number, lastDoc: number): void {
    const docs = this.#docs;
    const bits = this.#bitsAt(block, ENTRY.docBits);
    unpackLanes(this.#source.view, this.#dataStart(block, bits), bits, docs);
    let doc = lastDoc;
    for (let i = 0; i < BLOCK_DOCS; i++) {
      doc += docs[i] + 1;
      docs[i] = doc;
    }
    this.#ensureEndsAt(doc);
  }

  /** Even in damaged data, documents must ascend and lie within the segment. */
  #ensureEndsAt(last: number): void {
    if (last !== this.#table.lastDoc(this.#block) || last >= this.#source.maxDoc) {
      throw damagedPostings('a block that does not end where it says');
    }
  }

  #loadBits(from: number): void {
    const { view, maxDoc } = this.#source;
    let base = from & ~31;
    let count = 0;
    let mask = -1 << (from & 31);
    for (; count < BLOCK_DOCS && base < maxDoc; base += 32) {
      let word = view.getUint32(this.#bitSetStart + (base >>> 3), true) & mask;
      mask = -1;
      for (; word !== 0 && count < BLOCK_DOCS; word &= word - 1) {
        this.#docs[count++] = base + 31 - Math.clz32(word & -word);
      }
    }
    this.#ensureEndsAt(count < BLOCK_DOCS ? -1 : this.#docs[BLOCK_DOCS - 1]);
  }

  #loadFreqs(): void {
    const block = this.#block;
    const docBits = this.#bitsAt(block, ENTRY.docBits);
    const bits = this.#bitsAt(block, ENTRY.freqBits);
    const start = this.#dataStart(block, docBits + bits) + 16 * docBits;
    unpackLanes(this.#source.view, start, bits, this.#freqs);
    if (this.#wantsPositions) this.#ensurePacked(bits);
    this.#freqsReady = true;
  }

  /** Checks that there are enough bytes for the positions that the frequencies announce. */
  #ensurePacked(freqBits: number): void {
    const bits = this.#bitsAt(this.#block, ENTRY.positionBits);
    const bytes = Math.ceil((this.#occurrences(BLOCK_DOCS) * bits) / 8);
    const fits = this.#positionsStart(this.#block) + bytes <= this.#source.bytes.length;
    if (!fits || (bits === 0 && freqBits > FREE_FREQ_BITS)) {
      throw damagedPostings('more positions than bytes for them');
    }
  }

  /** Does the same for varint positions, which take at least a byte each. */
  #ensureVarints(count: number, start: number): void {
    if (start + this.#occurrences(count) > this.#source.bytes.length) {
      throw damagedPostings('more positions than bytes for them');
    }
  }

  #occurrences(count: number): number {
    let sum = count;
    for (let i = 0; i < count; i++) sum += this.#freqs[i];
    return sum;
  }

  /** Skips the unread positions of the documents before the current one. */
  #seekPositions(): void {
    if (!this.#freqsReady) this.#loadFreqs();
    let unread = -this.#positionsRead;
    for (let i = this.#positionIndex; i < this.#index; i++) unread += this.#freqs[i] + 1;
    this.#cursor.skip(unread);
    this.#cursor.startDoc();
    this.#positionIndex = this.#index;
    this.#positionsRead = 0;
  }
}
