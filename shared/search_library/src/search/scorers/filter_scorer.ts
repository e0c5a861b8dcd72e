/**
 * Base of scorers that change something of one other scorer, and leave the rest to it. As Lucene's
 * `FilterScorer`.
 */
import type { Scorer } from '../scorer.js';

export class FilterScorer implements Scorer {
  readonly twoPhase: boolean;
  protected readonly inner: Scorer;

  constructor(inner: Scorer, twoPhase = inner.twoPhase) {
    this.inner = inner;
    this.twoPhase = twoPhase;
  }

  docId(): number {
    return this.inner.docId();
  }

  nextDoc(): number {
    return this.inner.nextDoc();
  }

  advance(target: number): number {
    return this.inner.advance(target);
  }

  cost(): number {
    return this.inner.cost();
  }

  matches(): boolean {
    return this.inner.matches();
  }

  score(): number {
    return this.inner.score();
  }

  blockEnd(target: number): number {
    return this.inner.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return this.inner.maxScore(upTo);
  }

  setMinScore(score: number): void {
    this.inner.setMinScore(score);
  }
}
