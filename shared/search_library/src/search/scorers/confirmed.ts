/** Turns a two-phase scorer into a plain one, which confirms each document it reaches. */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';

class Confirmed implements Scorer {
  readonly twoPhase = false;
  private readonly scorer: Scorer;

  constructor(scorer: Scorer) {
    this.scorer = scorer;
  }

  matches(): boolean {
    return true;
  }

  docId(): number {
    return this.scorer.docId();
  }

  nextDoc(): number {
    return this.confirm(this.scorer.nextDoc());
  }

  advance(target: number): number {
    return this.confirm(this.scorer.advance(target));
  }

  cost(): number {
    return this.scorer.cost();
  }

  score(): number {
    return this.scorer.score();
  }

  blockEnd(target: number): number {
    return this.scorer.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return this.scorer.maxScore(upTo);
  }

  setMinScore(score: number): void {
    this.scorer.setMinScore(score);
  }

  private confirm(start: number): number {
    let doc = start;
    while (doc !== NO_MORE_DOCS && !this.scorer.matches()) doc = this.scorer.nextDoc();
    return doc;
  }
}

export function confirmed(scorer: Scorer): Scorer {
  return scorer.twoPhase ? new Confirmed(scorer) : scorer;
}
