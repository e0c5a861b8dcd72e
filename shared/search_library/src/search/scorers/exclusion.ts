/** The documents of `required` that are not in `excluded`, with scores and bounds of `required`. */

import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';

export class Exclusion implements Scorer {
  readonly twoPhase: boolean;
  private readonly required: Scorer;
  private readonly excluded: Scorer;

  constructor(required: Scorer, excluded: Scorer) {
    this.required = required;
    this.excluded = excluded;
    this.twoPhase = required.twoPhase || excluded.twoPhase;
  }

  docId(): number {
    return this.required.docId();
  }

  nextDoc(): number {
    return this.skipExcluded(this.required.nextDoc());
  }

  advance(target: number): number {
    return this.skipExcluded(this.required.advance(target));
  }

  cost(): number {
    return this.required.cost();
  }

  matches(): boolean {
    if (this.required.twoPhase && !this.required.matches()) return false;
    if (!this.excluded.twoPhase) return true;
    return !this.isExcluded(this.required.docId()) || !this.excluded.matches();
  }

  score(): number {
    return this.required.score();
  }

  blockEnd(target: number): number {
    return this.required.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return this.required.maxScore(upTo);
  }

  setMinScore(score: number): void {
    this.required.setMinScore(score);
  }

  private isExcluded(doc: number): boolean {
    const { excluded } = this;
    const at = excluded.docId() < doc ? excluded.advance(doc) : excluded.docId();
    return at === doc;
  }

  /** Skips excluded documents. A two-phase exclusion is decided in `matches` instead. */
  private skipExcluded(start: number): number {
    if (this.excluded.twoPhase) return start;
    let doc = start;
    while (doc !== NO_MORE_DOCS && this.isExcluded(doc)) doc = this.required.nextDoc();
    return doc;
  }
}
