/**
 * Writes the postings of one field, term after term in order: 128-document blocks of packed doc deltas and freqs, block maxima for
 * pruning, positions apart. Layout: FILE_FORMATS.md, "postings". Terms without documents leave no trace.
 */
import type { PostingsDetail } from '../../document/field_spec.js';
import { countBits, makeBitSet, setBit } from '../bit_set.js';
import { GrowableBytes, GrowableU32 } from '../growable.js';
import { bitsNeeded, pack } from './bit_packing.js';
import { PART, type PartData } from './segment_file.js';
import { TermDictionaryWriter } from './term_dictionary.js';

export const BLOCK_DOCS = 128;

/** Frequencies 1, 2, 3 and all above have a smallest norm of their own in each block, which bounds scores closely. */
export const FREQ_CLASSES = 4;

/** Words of a block's entry in the skip table. */
export function entryWords(hasFreqs: boolean, hasPositions: boolean): number {
  return 3 + (hasFreqs ? 2 : 0) + (hasPositions ? 1 : 0);
}

export interface PostingsWriterOptions {
  readonly detail: PostingsDetail;
  readonly norms: Uint8Array | undefined;
  readonly maxDoc: number;
  /** Whether exact look-ups get a hash table. */
  readonly hashed: boolean;
}

export class PostingsWriter {
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly #options: PostingsWriterOptions;
  readonly #dictionary = new TermDictionaryWriter();
  readonly #docFreqs = new GrowableU32(256);
  readonly #totalTermFreqs = new GrowableU32(256);
  readonly #starts = new GrowableU32(256);
  readonly #words = new GrowableU32(1024);
  readonly #positions = new GrowableBytes(1024);
  readonly #docsWithField: Uint32Array;
  readonly #deltas = new Uint32Array(BLOCK_DOCS);
  readonly #freqs = new Uint32Array(BLOCK_DOCS);
  readonly #skips = new GrowableU32(64);
  readonly #blocks = new GrowableU32(256);
  #term: Uint8Array = new Uint8Array(0);
  #docFreq = 0;
  #totalTermFreq = 0;
  #lastDoc = -1;
  #inBlock = 0;
  #maxFreq = 0;
  #minNorm = 255;
  /** Smallest norm of the documents with the term once, twice, three times, more often. */
  readonly #minNorms = new Uint8Array(FREQ_CLASSES);
  #blockPositions = 0;
  #lastPosition = 0;
  #sumDocFreq = 0;
  #sumTotalTermFreq = 0;
  #allSingletons = true;

  constructor(options: PostingsWriterOptions) {
    this.#options = options;
    this.hasPositions = options.detail === 'positions' || options.detail === 'offsets';
    this.hasFreqs = this.hasPositions || options.detail === 'freqs';
    this.#docsWithField = makeBitSet(options.maxDoc);
  }

  /** `term` must stay as it is until `endTerm`. */
  startTerm(term: Uint8Array): void {
    this.#term = term;
    this.#docFreq = 0;
    this.#totalTermFreq = 0;
    this.#lastDoc = -1;
    this.#skips.length = 0;
    this.#blocks.length = 0;
    this.#startBlock();
  }

  /** Documents ascend. With positions, `freq` calls of `addPosition` follow. Fields without frequencies count each document once. */
  addDoc(doc: number, occurrences: number): void {
    const freq = this.hasFreqs ? occurrences : 1;
    if (this.#inBlock === BLOCK_DOCS) {
      this.#endBlock();
      this.#startBlock();
    }
    const index = this.#inBlock++;
    this.#deltas[index] = doc - this.#lastDoc - 1;
    this.#freqs[index] = freq - 1;
    this.#lastDoc = doc;
    this.#docFreq++;
    this.#totalTermFreq += freq;
    this.#lastPosition = 0;
    if (freq > this.#maxFreq) this.#maxFreq = freq;
    const norm = this.#options.norms === undefined ? 0 : this.#options.norms[doc];
    if (norm < this.#minNorm) this.#minNorm = norm;
    const freqClass = freq < FREQ_CLASSES ? freq - 1 : FREQ_CLASSES - 1;
    if (norm < this.#minNorms[freqClass]) this.#minNorms[freqClass] = norm;
    setBit(this.#docsWithField, doc);
  }

  addPosition(position: number): void {
    this.#positions.varint(position - this.#lastPosition);
    this.#lastPosition = position;
  }

  /** Whether the term was kept: it had a document. */
  endTerm(): boolean {
    if (this.#docFreq === 0) return false;
    this.#dictionary.add(this.#term);
    this.#docFreqs.push(this.#docFreq);
    this.#totalTermFreqs.push(this.#totalTermFreq);
    this.#sumDocFreq += this.#docFreq;
    this.#sumTotalTermFreq += this.#totalTermFreq;
    if (this.#docFreq === 1) this.#writeSingleton();
    else this.#writeBlocks();
    return true;
  }

  /** The `terms` and `postings` parts. */
  finish(): PartData[] {
    const none = new Uint32Array(0);
    const terms: PartData = {
      code: PART.terms,
      meta: [],
      sections: this.#dictionary.sections(this.#options.hashed),
    };
    const postings: PartData = {
      code: PART.postings,
      meta: [countBits(this.#docsWithField), this.#sumTotalTermFreq, this.#sumDocFreq],
      sections: [
        this.#starts.view(),
        this.#allSingletons ? none : this.#docFreqs.view(),
        this.hasFreqs ? this.#totalTermFreqs.view() : none,
        this.#words.view(),
        this.#positions.view(),
      ],
    };
    return [terms, postings];
  }

  #startBlock(): void {
    this.#inBlock = 0;
    this.#maxFreq = 0;
    this.#minNorm = 255;
    this.#minNorms.fill(255);
    this.#blockPositions = this.#positions.length;
  }

  #endBlock(): void {
    const docBits = bitsNeeded(this.#deltas, this.#inBlock);
    const freqBits = this.hasFreqs ? bitsNeeded(this.#freqs, this.#inBlock) : 0;
    this.#skips.push(this.#lastDoc);
    this.#skips.push(this.#blocks.length);
    this.#skips.push(docBits | (freqBits << 8) | (this.#minNorm << 16));
    if (this.hasFreqs) {
      const [once, twice, thrice, more] = this.#minNorms;
      this.#skips.push(this.#maxFreq);
      this.#skips.push((once | (twice << 8) | (thrice << 16) | (more << 24)) >>> 0);
    }
    if (this.hasPositions) this.#skips.push(this.#blockPositions);
    pack(this.#deltas, this.#inBlock, docBits, this.#blocks);
    pack(this.#freqs, this.#inBlock, freqBits, this.#blocks);
  }

  #writeSingleton(): void {
    if (!this.hasPositions) {
      this.#starts.push(this.#lastDoc);
      return;
    }
    this.#starts.push(this.#words.length);
    this.#words.push(this.#lastDoc);
    this.#words.push(this.#blockPositions);
  }

  #writeBlocks(): void {
    this.#allSingletons = false;
    this.#endBlock();
    this.#starts.push(this.#words.length);
    this.#words.append(this.#skips.view());
    this.#words.append(this.#blocks.view());
  }
}
