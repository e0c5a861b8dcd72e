/** Scores the documents of a few terms as if these were one term of one field. */
import { NO_MORE_DOCS, type PostingsIterator } from '../../index/segment_reader.js';
import { firstDocFrom } from '../iterators/first_doc.js';
import type { Scorer } from '../scorer.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';

interface MergedScoring {
  /** Undefined if no scores are needed. */
  readonly similarity: SimilarityScorer | undefined;
  /** The frequency in a document, from those of the postings that are at it. */
  frequency(doc: number): number;
  /** The encoded length of a document. */
  norm(doc: number): number;
}

export class MergedTermsScorer implements Scorer {
  readonly twoPhase = false;
  readonly #postings: readonly PostingsIterator[];
  readonly #scoring: MergedScoring;
  #doc = -1;

  constructor(postings: readonly PostingsIterator[], scoring: MergedScoring) {
    this.#postings = postings;
    this.#scoring = scoring;
  }

  docId(): number {
    return this.#doc;
  }

  nextDoc(): number {
    return this.advance(this.#doc + 1);
  }

  advance(target: number): number {
    this.#doc = firstDocFrom(this.#postings, target);
    return this.#doc;
  }

  cost(): number {
    return this.#postings.reduce((sum, postings) => sum + postings.cost(), 0);
  }

  matches(): boolean {
    return true;
  }

  /** The frequency in the current document. */
  frequency(): number {
    return this.#scoring.frequency(this.#doc);
  }

  /** The encoded length of the current document. */
  norm(): number {
    return this.#scoring.norm(this.#doc);
  }

  score(): number {
    const { similarity } = this.#scoring;
    return similarity === undefined ? 0 : similarity.score(this.frequency(), this.norm());
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.#scoring.similarity?.score(Number.POSITIVE_INFINITY, NO_NORM) ?? 0;
  }

  setMinScore(): void {
    // Every document is offered, since nothing can be skipped without block maxima.
  }
}
