/** Base of scorers whose scores are computed anew for the documents of another scorer. */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import { FilterScorer } from './filter_scorer.js';

export abstract class Rescored extends FilterScorer {
  private readonly leastScore: number | undefined;
  private current = 0;
  /** The document whose score is `current`. */
  private scoredDoc = -1;

  /** Documents with a lower score than `leastScore` do not match; undefined: all do. */
  constructor(inner: Scorer, leastScore: number | undefined) {
    super(inner, inner.twoPhase || leastScore !== undefined);
    this.leastScore = leastScore;
  }

  /** The score of the current document, which is `doc`, as a float32. */
  protected abstract compute(doc: number): number;

  override matches(): boolean {
    if (this.inner.twoPhase && !this.inner.matches()) return false;
    return this.leastScore === undefined || this.score() >= this.leastScore;
  }

  override score(): number {
    const doc = this.inner.docId();
    if (doc !== this.scoredDoc) {
      this.scoredDoc = doc;
      this.current = this.compute(doc);
    }
    return this.current;
  }

  override blockEnd(): number {
    return NO_MORE_DOCS;
  }

  override maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  override setMinScore(): void {
    // The inner scorer must not skip documents, since a computed score may be higher than its own.
  }
}
