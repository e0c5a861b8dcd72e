import type {
  FreqScore,
  Impacts,
  PostingsIterator,
  PostingsRun,
} from '../../index/segment_reader.js';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { PositionCursor } from './position_cursor.js';
import type { PostingsSource } from './postings_source.js';

/** A term of one document: nothing to decode but its positions. It is its own block of impacts. */
export class SingletonPostings implements PostingsIterator, Impacts {
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

  runBefore(): PostingsRun {
    const { doc, freq } = this.#posting;
    return { docs: Uint32Array.of(doc), freqs: Uint32Array.of(freq - 1), from: 0, to: 1 };
  }

  seekBlock(_target: number): void {}

  upTo(): number {
    return NO_MORE_DOCS;
  }

  maxFreq(): number {
    return this.#posting.freq;
  }

  maxScore(scorer: FreqScore): number {
    return scorer.score(this.#posting.freq, this.minNorm());
  }

  minNorm(): number {
    return this.#source.norms === undefined ? 0 : this.#source.norms[this.#posting.doc];
  }
}
