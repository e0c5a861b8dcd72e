/** Turns a two-phase scorer into a plain one, which confirms each document it reaches. */
import { checkWanted } from '@skein/base';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import { FilterScorer } from './filter_scorer.js';

/** Documents that fail between two calls of `checkWanted`; a power of two. */
const CHECK_INTERVAL = 256;

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
    for (let tried = 1; doc !== NO_MORE_DOCS && !this.inner.matches(); tried++) {
      if ((tried & (CHECK_INTERVAL - 1)) === 0) checkWanted();
      doc = this.inner.nextDoc();
    }
    return doc;
  }
}

export function confirmed(scorer: Scorer): Scorer {
  return scorer.twoPhase ? new Confirmed(scorer) : scorer;
}
