/** Walks a posting list of several documents block by block; freqs and positions are decoded only when they are asked for. */
import type { Impacts, PostingsIterator, PostingsRun } from '../../index/segment_reader.js';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { packedWords, unpack } from './bit_packing.js';
import { BlockImpacts } from './block_impacts.js';
import { PositionCursor } from './position_cursor.js';
import type { PostingsSource } from './postings_source.js';
import { BLOCK_DOCS } from './postings_writer.js';

export class BlockPostings implements PostingsIterator {
  readonly #source: PostingsSource;
  readonly #start: number;
  readonly #docFreq: number;
  readonly #blockCount: number;
  readonly #wantsFreqs: boolean;
  readonly #wantsPositions: boolean;
  readonly #docs = new Uint32Array(BLOCK_DOCS);
  readonly #freqs = new Uint32Array(BLOCK_DOCS);
  readonly #run: PostingsRun = { docs: this.#docs, freqs: this.#freqs, from: 0, to: 0 };
  readonly #cursor: PositionCursor;
  readonly #table: BlockImpacts;
  #impacts: BlockImpacts | undefined;
  #block = -1;
  #inBlock = 0;
  #index = -1;
  #doc = -1;
  #freqsReady = false;
  /** Document of the block (by index) the position cursor stands before, and how many of its positions were read. */
  #positionIndex = 0;
  #positionsRead = 0;

  constructor(
    source: PostingsSource,
    term: { start: number; docFreq: number; detail: 'docs' | 'freqs' | 'positions' },
  ) {
    this.#source = source;
    this.#start = term.start;
    this.#docFreq = term.docFreq;
    this.#blockCount = Math.ceil(term.docFreq / BLOCK_DOCS);
    this.#wantsFreqs = source.hasFreqs && term.detail !== 'docs';
    this.#wantsPositions = source.hasPositions && term.detail === 'positions';
    this.#cursor = new PositionCursor(source.positions);
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

  /** Index of the block's first document >= target, searched from `from`; the block's last document is not before it. */
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

  #entry(block: number): number {
    return this.#start + block * this.#source.entryWords;
  }

  #dataStart(block: number): number {
    const base = this.#start + this.#blockCount * this.#source.entryWords;
    return base + this.#source.words[this.#entry(block) + 1];
  }

  #loadBlock(block: number): void {
    const { words, hasPositions } = this.#source;
    const entry = this.#entry(block);
    const count = Math.min(BLOCK_DOCS, this.#docFreq - block * BLOCK_DOCS);
    const docs = this.#docs;
    unpack(words, this.#dataStart(block), count, words[entry + 2] & 0xff, docs);
    let doc = block === 0 ? -1 : words[this.#entry(block - 1)];
    for (let i = 0; i < count; i++) {
      doc += docs[i] + 1;
      docs[i] = doc;
    }
    this.#block = block;
    this.#inBlock = count;
    this.#freqsReady = false;
    this.#positionIndex = 0;
    this.#positionsRead = 0;
    if (hasPositions && this.#wantsPositions) this.#cursor.seek(words[entry + 5]);
  }

  #loadFreqs(): void {
    const bits = this.#source.words[this.#entry(this.#block) + 2];
    const start = this.#dataStart(this.#block) + packedWords(this.#inBlock, bits & 0xff);
    unpack(this.#source.words, start, this.#inBlock, (bits >>> 8) & 0xff, this.#freqs);
    this.#freqsReady = true;
  }

  /** Passes over the unread positions of the documents before the current one. */
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
