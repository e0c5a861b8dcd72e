/**
 * Writes the postings of one field, term after term in order: blocks of 128 documents with packed
 * doc deltas and freqs, block maxima for pruning, separate positions, and a bit set for a dense
 * term. Layout: FILE_FORMATS.md, "postings". Terms without documents are dropped.
 */
import type { PostingsDetail } from '../../document/field_spec.js';
import { countBits, makeBitSet, setBit } from '../bit_set.js';
import { GrowableBytes, GrowableU32 } from '../growable.js';
import type { DecodedPostings } from './decoded_postings.js';
import { encodeTermPostings, type TermPostings } from './encode_postings.js';
import { DENSE_PART } from './postings_layout.js';
import { PART, type PartData } from './segment_file.js';
import { fitsInline, TermIndexWriter } from './term_index.js';
import { TermDictionaryWriter } from './terms/term_dictionary_writer.js';

interface PostingsWriterOptions {
  readonly detail: PostingsDetail;
  readonly norms: Uint8Array | undefined;
  readonly maxDoc: number;
  /** True if exact look-ups get a hash table. */
  readonly hashed: boolean;
}

export class PostingsWriter {
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly #options: PostingsWriterOptions;
  readonly #dictionary: TermDictionaryWriter;
  readonly #index: TermIndexWriter;
  readonly #data = new GrowableBytes(1024);
  readonly #docsWithField: Uint32Array;
  readonly #docs = new GrowableU32(256);
  readonly #freqs = new GrowableU32(256);
  readonly #positions = new GrowableU32(256);
  #term: Uint8Array = new Uint8Array(0);
  #totalTermFreq = 0;
  #lastPosition = 0;
  #sumDocFreq = 0;
  #sumTotalTermFreq = 0;

  constructor(options: PostingsWriterOptions) {
    this.#options = options;
    this.#dictionary = new TermDictionaryWriter({ hashed: options.hashed });
    this.hasPositions = options.detail === 'positions' || options.detail === 'offsets';
    this.hasFreqs = this.hasPositions || options.detail === 'freqs';
    this.#index = new TermIndexWriter(this);
    this.#docsWithField = makeBitSet(options.maxDoc);
  }

  /** Starts a term, whose bytes must not change until `endTerm`. */
  startTerm(term: Uint8Array): void {
    this.#term = term;
    this.#docs.length = 0;
    this.#freqs.length = 0;
    this.#positions.length = 0;
    this.#totalTermFreq = 0;
  }

  /**
   * Adds a document; documents ascend. With positions, `freq` calls of `addPosition` follow. Fields
   * without frequencies count each document once.
   */
  addDoc(doc: number, occurrences: number): void {
    const freq = this.hasFreqs ? occurrences : 1;
    this.#docs.push(doc);
    this.#freqs.push(freq);
    this.#totalTermFreq += freq;
    this.#lastPosition = 0;
    setBit(this.#docsWithField, doc);
  }

  /**
   * Adds the kept documents of a source's postings under their numbers in `newDocs`, which ascend
   * and follow all earlier ones.
   */
  addDecoded({ docs, freqs, deltas }: DecodedPostings, newDocs: Int32Array): void {
    let at = 0;
    for (let i = 0; i < docs.length; i++) {
      const freq = freqs.array[i];
      const newDoc = newDocs[docs.array[i]];
      const next = at + freq;
      if (newDoc >= 0) {
        this.addDoc(newDoc, freq);
        if (this.hasPositions) this.#appendDeltas(deltas.array, at, next);
      }
      at = next;
    }
  }

  #appendDeltas(deltas: Uint32Array, from: number, to: number): void {
    const positions = this.#positions;
    positions.reserve(to - from);
    const { array } = positions;
    let at = positions.length;
    for (let i = from; i < to; i++) array[at++] = deltas[i];
    positions.length = at;
  }

  addPosition(position: number): void {
    this.#positions.push(position - this.#lastPosition);
    this.#lastPosition = position;
  }

  /** Ends the term; true if it had a document and was kept. */
  endTerm(): boolean {
    const docFreq = this.#docs.length;
    if (docFreq === 0) return false;
    this.#dictionary.add(this.#term);
    this.#sumDocFreq += docFreq;
    this.#sumTotalTermFreq += this.#totalTermFreq;
    const start = this.#data.length;
    if (docFreq === 1 && fitsInline(this.#positions)) {
      const [doc, freq] = [this.#docs.array[0], this.#freqs.array[0]];
      this.#index.addLone({ doc, freq, positions: this.#positions }, start);
    } else this.#writeBlocks(start);
    return true;
  }

  /** Returns the `terms` and `postings` parts. */
  finish(): PartData[] {
    const terms = this.#dictionary.finish();
    const postings: PartData = {
      code: PART.postings,
      meta: [
        countBits(this.#docsWithField),
        this.#sumTotalTermFreq,
        this.#sumDocFreq,
        this.#options.maxDoc,
      ],
      sections: [...this.#index.sections(), this.#data.view()],
    };
    for (const list of [this.#docs, this.#freqs, this.#positions]) list.release();
    return [terms, postings];
  }

  #writeBlocks(start: number): void {
    const { maxDoc, norms } = this.#options;
    const docFreq = this.#docs.length;
    const postings: TermPostings = {
      docs: this.#docs.view(),
      freqs: this.#freqs.view(),
      positions: this.#positions.view(),
      hasFreqs: this.hasFreqs,
      hasPositions: this.hasPositions,
      maxDoc,
      norms,
      dense: docFreq * DENSE_PART > maxDoc,
    };
    const dense = encodeTermPostings(postings, this.#data);
    const lengthBytes = this.#data.length - start;
    this.#index.add({ docFreq, totalTermFreq: this.#totalTermFreq, lengthBytes, dense }, start);
  }
}
