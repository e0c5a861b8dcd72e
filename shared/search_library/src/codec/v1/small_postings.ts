/**
 * The postings of a term with less than a block of documents, decoded when opened. They form a
 * single block of impacts.
 */
import {
  type FreqScore,
  type Impacts,
  NO_MORE_DOCS,
  type PostingsIterator,
  type PostingsRun,
} from '../../index/segment_reader.js';
import { PositionCursor } from './position_cursor.js';
import type { PostingsSource } from './postings_source.js';
import type { DecodedDocs } from './single_docs.js';

interface SmallTerm extends DecodedDocs {
  /** The positions as sequential varints. */
  readonly positions: { readonly bytes: Uint8Array; readonly start: number };
}

export class SmallPostings implements PostingsIterator, Impacts {
  readonly impacts: Impacts = this;
  readonly #source: PostingsSource;
  readonly #docs: Uint32Array;
  readonly #freqs: Uint32Array;
  readonly #cursor: PositionCursor;
  #index = -1;
  #positionIndex = 0;
  #positionsRead = 0;

  constructor(source: PostingsSource, { docs, freqs, positions }: SmallTerm) {
    this.#source = source;
    this.#docs = docs;
    this.#freqs = freqs;
    this.#cursor = new PositionCursor(positions.bytes);
    this.#cursor.seekVarints(positions.start);
  }

  docId(): number {
    if (this.#index < 0) return -1;
    return this.#index < this.#docs.length ? this.#docs[this.#index] : NO_MORE_DOCS;
  }

  nextDoc(): number {
    this.#index++;
    return this.docId();
  }

  advance(target: number): number {
    do this.#index++;
    while (this.#index < this.#docs.length && this.#docs[this.#index] < target);
    return this.docId();
  }

  cost(): number {
    return this.#docs.length;
  }

  freq(): number {
    return this.#freqs[this.#index] + 1;
  }

  nextPosition(): number {
    if (!this.#source.hasPositions) return -1;
    if (this.#positionIndex !== this.#index) this.#seekPositions();
    this.#positionsRead++;
    return this.#cursor.next();
  }

  runBefore(end: number): PostingsRun {
    const from = this.#index;
    let to = from + 1;
    while (to < this.#docs.length && this.#docs[to] < end) to++;
    this.#index = to - 1;
    return { docs: this.#docs, freqs: this.#freqs, from, to };
  }

  seekBlock(_target: number): void {}

  upTo(): number {
    return NO_MORE_DOCS;
  }

  maxFreq(): number {
    return this.#freqs.reduce((max, freq) => Math.max(max, freq + 1), 0);
  }

  maxScore(scorer: FreqScore): number {
    let max = 0;
    this.#docs.forEach((doc, i) => {
      const norm = this.#source.norms === undefined ? 0 : this.#source.norms[doc];
      max = Math.max(max, scorer.score(this.#freqs[i] + 1, norm));
    });
    return max;
  }

  minNorm(): number {
    const { norms } = this.#source;
    if (norms === undefined) return 0;
    return this.#docs.reduce((min, doc) => Math.min(min, norms[doc]), 255);
  }

  #seekPositions(): void {
    let unread = -this.#positionsRead;
    for (let i = this.#positionIndex; i < this.#index; i++) unread += this.#freqs[i] + 1;
    this.#cursor.skip(unread);
    this.#cursor.startDoc();
    this.#positionIndex = this.#index;
    this.#positionsRead = 0;
  }
}
