/**
 * Documents of one term, scored by a similarity. Once `setMinScore` was called, whole blocks of postings whose best possible
 * score (greatest frequency at the shortest length) does not beat it are leapt over.
 */
import { NO_MORE_DOCS, type PostingsIterator } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';

export interface TermScorerParts {
  readonly postings: PostingsIterator;
  readonly similarity: SimilarityScorer;
  readonly norms: Uint8Array | undefined;
}

export class TermScorer implements Scorer {
  readonly twoPhase = false;
  readonly postings: PostingsIterator;
  readonly similarity: SimilarityScorer;
  readonly norms: Uint8Array | undefined;
  private minScore = -1;
  /** Last document of the block the impacts stand in, and its bound. */
  private blockLast = -1;
  private blockMax = Number.POSITIVE_INFINITY;

  constructor(parts: TermScorerParts) {
    this.postings = parts.postings;
    this.similarity = parts.similarity;
    this.norms = parts.norms;
  }

  matches(): boolean {
    return true;
  }

  docId(): number {
    return this.postings.docId();
  }

  nextDoc(): number {
    const doc = this.postings.nextDoc();
    return this.minScore < 0 ? doc : this.skipHopeless(doc);
  }

  advance(target: number): number {
    const doc = this.postings.advance(target);
    return this.minScore < 0 ? doc : this.skipHopeless(doc);
  }

  cost(): number {
    return this.postings.cost();
  }

  score(): number {
    const { norms } = this;
    const norm = norms === undefined ? NO_NORM : (norms[this.postings.docId()] as number);
    return this.similarity.score(this.postings.freq(), norm);
  }

  blockEnd(target: number): number {
    if (target > this.blockLast) this.seekBlock(target);
    return this.blockLast;
  }

  maxScore(upTo: number): number {
    if (this.blockLast < 0) this.seekBlock(0);
    let bound = this.blockMax;
    while (this.blockLast < upTo) {
      this.seekBlock(this.blockLast + 1);
      bound = Math.max(bound, this.blockMax);
    }
    return bound;
  }

  setMinScore(score: number): void {
    this.minScore = score;
  }

  private seekBlock(target: number): void {
    const { impacts } = this.postings;
    if (impacts === undefined) {
      this.blockLast = NO_MORE_DOCS;
      this.blockMax = this.similarity.score(Number.POSITIVE_INFINITY, NO_NORM);
      return;
    }
    impacts.seekBlock(target);
    this.blockLast = impacts.upTo();
    this.blockMax =
      this.norms === undefined
        ? this.similarity.score(impacts.maxFreq(), NO_NORM)
        : impacts.maxScore(this.similarity);
  }

  /** The first document at or after the current one, `doc`, that beats the minimum; hopeless blocks are leapt over. */
  private skipHopeless(doc: number): number {
    let current = doc;
    while (current !== NO_MORE_DOCS) {
      if (current > this.blockLast) this.seekBlock(current);
      if (this.blockMax > this.minScore) {
        if (this.score() > this.minScore) return current;
        current = this.postings.nextDoc();
        continue;
      }
      current = this.postings.advance(
        this.blockLast === NO_MORE_DOCS ? NO_MORE_DOCS : this.blockLast + 1,
      );
    }
    return NO_MORE_DOCS;
  }
}
