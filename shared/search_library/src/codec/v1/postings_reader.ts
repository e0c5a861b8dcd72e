/** Reads the terms and postings of one field in place. Layout: FILE_FORMATS.md, "postings". */
import type { Impacts, PostingsIterator, TermsReader } from '../../index/segment_reader.js';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { packedWords, unpack } from './bit_packing.js';
import { BLOCK_DOCS, entryWords } from './postings_writer.js';
import { bytesOf, type PartEntry, type SegmentFile, wordsOf } from './segment_file.js';
import { TermDictionary } from './term_dictionary.js';

/** What every iterator of a field shares. */
export interface PostingsSource {
  readonly words: Uint32Array;
  readonly positions: Uint8Array;
  readonly norms: Uint8Array | undefined;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly entryWords: number;
}

export class FieldTerms implements TermsReader {
  readonly size: number;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly hasPositions: boolean;
  readonly dictionary: TermDictionary;
  readonly #source: PostingsSource;
  readonly #starts: Uint32Array;
  readonly #docFreqs: Uint32Array;
  readonly #totalTermFreqs: Uint32Array;

  constructor(
    file: SegmentFile,
    terms: PartEntry,
    postings: PartEntry,
    field: { hasFreqs: boolean; hasPositions: boolean; norms: Uint8Array | undefined },
  ) {
    this.dictionary = openDictionary(file, terms);
    this.size = this.dictionary.size;
    [this.docCount, this.sumTotalTermFreq, this.sumDocFreq] = postings.meta as [
      number,
      number,
      number,
    ];
    this.hasPositions = field.hasPositions;
    this.#starts = wordsOf(file, postings, 0);
    this.#docFreqs = wordsOf(file, postings, 1);
    this.#totalTermFreqs = wordsOf(file, postings, 2);
    this.#source = {
      ...field,
      words: wordsOf(file, postings, 3),
      positions: bytesOf(file, postings, 4),
      entryWords: entryWords(field.hasFreqs, field.hasPositions),
    };
  }

  find(term: Uint8Array): number {
    return this.dictionary.find(term);
  }

  ceiling(term: Uint8Array): number {
    return this.dictionary.ceiling(term);
  }

  term(ordinal: number): Uint8Array {
    return this.dictionary.term(ordinal);
  }

  docFreq(ordinal: number): number {
    return this.#docFreqs.length === 0 ? 1 : this.#docFreqs[ordinal];
  }

  totalTermFreq(ordinal: number): number {
    return this.#totalTermFreqs.length === 0
      ? this.docFreq(ordinal)
      : this.#totalTermFreqs[ordinal];
  }

  postings(ordinal: number, detail: 'docs' | 'freqs' | 'positions'): PostingsIterator {
    const docFreq = this.docFreq(ordinal);
    const start = this.#starts[ordinal];
    if (docFreq > 1) return new BlockPostings(this.#source, { start, docFreq, detail });
    const { words, hasPositions } = this.#source;
    return new SingletonPostings(this.#source, {
      doc: hasPositions ? words[start] : start,
      freq: this.totalTermFreq(ordinal),
      positionsStart: hasPositions ? words[start + 1] : 0,
    });
  }
}

export function openDictionary(file: SegmentFile, terms: PartEntry): TermDictionary {
  return new TermDictionary(
    bytesOf(file, terms, 0),
    wordsOf(file, terms, 1),
    wordsOf(file, terms, 2),
  );
}

/** A term of one document: nothing to decode but its positions. It is its own block of impacts. */
class SingletonPostings implements PostingsIterator, Impacts {
  readonly impacts: Impacts = this;
  readonly #source: PostingsSource;
  readonly #posting: { doc: number; freq: number; positionsStart: number };
  readonly #cursor: PositionCursor;
  #doc = -1;

  constructor(
    source: PostingsSource,
    posting: { doc: number; freq: number; positionsStart: number },
  ) {
    this.#source = source;
    this.#posting = posting;
    this.#cursor = new PositionCursor(source.positions);
    this.#cursor.seek(posting.positionsStart);
  }

  docId(): number {
    return this.#doc;
  }

  nextDoc(): number {
    this.#doc = this.#doc === -1 ? this.#posting.doc : NO_MORE_DOCS;
    return this.#doc;
  }

  advance(target: number): number {
    const ahead = this.#doc === -1 && target <= this.#posting.doc;
    this.#doc = ahead ? this.#posting.doc : NO_MORE_DOCS;
    return this.#doc;
  }

  cost(): number {
    return 1;
  }

  freq(): number {
    return this.#posting.freq;
  }

  nextPosition(): number {
    return this.#cursor.next();
  }

  seekBlock(_target: number): void {}

  upTo(): number {
    return NO_MORE_DOCS;
  }

  maxFreq(): number {
    return this.#posting.freq;
  }

  minNorm(): number {
    return this.#source.norms === undefined ? 0 : this.#source.norms[this.#posting.doc];
  }
}

/** Position deltas of one document after another. */
class PositionCursor {
  readonly #bytes: Uint8Array;
  #offset = 0;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  seek(offset: number): void {
    this.#offset = offset;
    this.#position = 0;
  }

  /** The next document's positions start from zero. */
  startDoc(): void {
    this.#position = 0;
  }

  next(): number {
    let byte = this.#bytes[this.#offset++];
    let delta = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#bytes[this.#offset++];
      delta |= (byte & 0x7f) << shift;
    }
    this.#position += delta;
    return this.#position;
  }

  /** Passes over `count` values: each ends with a byte below 0x80. */
  skip(count: number): void {
    const bytes = this.#bytes;
    let offset = this.#offset;
    for (let left = count; left > 0; ) if (bytes[offset++] < 0x80) left--;
    this.#offset = offset;
  }
}

/** The skip table of one term, and where one is in it. */
class BlockImpacts implements Impacts {
  readonly #source: PostingsSource;
  readonly #start: number;
  readonly #blockCount: number;
  #block = 0;

  constructor(source: PostingsSource, start: number, blockCount: number) {
    this.#source = source;
    this.#start = start;
    this.#blockCount = blockCount;
  }

  /** First block at or after `from` whose last document is not before `target`; `blockCount` when there is none. Gallops, then halves. */
  findBlock(from: number, target: number): number {
    let step = 1;
    let low = from;
    let high = from;
    while (high < this.#blockCount && this.#lastDoc(high) < target) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    high = Math.min(high, this.#blockCount);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lastDoc(middle) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  seekBlock(target: number): void {
    const behind = this.#block > 0 && this.#lastDoc(this.#block - 1) >= target;
    this.#block = this.findBlock(behind ? 0 : this.#block, target);
    if (this.#block >= this.#blockCount) this.#block = this.#blockCount - 1;
  }

  upTo(): number {
    return this.#block >= this.#blockCount - 1 ? NO_MORE_DOCS : this.#lastDoc(this.#block);
  }

  maxFreq(): number {
    const { hasFreqs, words, entryWords: width } = this.#source;
    return hasFreqs ? words[this.#start + this.#block * width + 3] : 1;
  }

  minNorm(): number {
    const { words, entryWords: width } = this.#source;
    return words[this.#start + this.#block * width + 2] >>> 16;
  }

  #lastDoc(block: number): number {
    return this.#source.words[this.#start + block * this.#source.entryWords];
  }
}

class BlockPostings implements PostingsIterator {
  readonly #source: PostingsSource;
  readonly #start: number;
  readonly #docFreq: number;
  readonly #blockCount: number;
  readonly #wantsFreqs: boolean;
  readonly #wantsPositions: boolean;
  readonly #docs = new Uint32Array(BLOCK_DOCS);
  readonly #freqs = new Uint32Array(BLOCK_DOCS);
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
    const docs = this.#docs;
    let low = Math.max(0, this.#index);
    let high = this.#inBlock - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (docs[middle] < target) low = middle + 1;
      else high = middle;
    }
    this.#index = low;
    this.#doc = docs[low];
    return this.#doc;
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
    if (hasPositions && this.#wantsPositions) this.#cursor.seek(words[entry + 4]);
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
