/** Turns a two-phase scorer into a plain one, which confirms each document it reaches. */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import { FilterScorer } from './filter_scorer.js';

class Confirmed extends FilterScorer {
  constructor(inner: Scorer) {
    super(inner, false);
  }

  override matches(): boolean {
    return true;
  }

  override nextDoc(): number {
    return this.confirm(this.inner.nextDoc());
  }

  override advance(target: number): number {
    return this.confirm(this.inner.advance(target));
  }

  private confirm(start: number): number {
    let doc = start;
    while (doc !== NO_MORE_DOCS && !this.inner.matches()) doc = this.inner.nextDoc();
    return doc;
  }
}

export function confirmed(scorer: Scorer): Scorer {
  return scorer.twoPhase ? new Confirmed(scorer) : scorer;
}
