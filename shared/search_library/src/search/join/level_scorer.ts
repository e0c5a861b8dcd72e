/** The matches of a scorer that are in a set of documents, with its scores and bounds. */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { hasBit } from '../iterators/bit_set.js';
import type { Scorer } from '../scorer.js';
import { FilterScorer } from '../scorers/filter_scorer.js';

export class LevelScorer extends FilterScorer {
  private readonly docs: Uint32Array;

  constructor(inner: Scorer, docs: Uint32Array) {
    super(inner);
    this.docs = docs;
  }

  override nextDoc(): number {
    return this.skip(this.inner.nextDoc());
  }

  override advance(target: number): number {
    return this.skip(this.inner.advance(target));
  }

  private skip(start: number): number {
    let doc = start;
    while (doc !== NO_MORE_DOCS && !hasBit(this.docs, doc)) doc = this.inner.nextDoc();
    return doc;
  }
}
