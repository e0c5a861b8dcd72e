/** Base of scorers of documents that all members have, which skip blocks that cannot compete. */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { DocIntersection } from '../iterators/doc_intersection.js';
import type { Scorer } from '../scorer.js';
import type { BlockBounds } from './block_bounds.js';

export abstract class BoundedIntersection implements Scorer {
  readonly twoPhase: boolean;
  protected readonly docs: DocIntersection;
  private readonly bounds: BlockBounds;

  constructor(docs: DocIntersection, bounds: BlockBounds, twoPhase: boolean) {
    this.docs = docs;
    this.bounds = bounds;
    this.twoPhase = twoPhase;
  }

  abstract matches(): boolean;
  abstract score(): number;

  docId(): number {
    return this.docs.docId();
  }

  nextDoc(): number {
    return this.skipHopeless(this.docs.nextDoc());
  }

  advance(target: number): number {
    return this.skipHopeless(this.docs.advance(target));
  }

  cost(): number {
    return this.docs.cost();
  }

  blockEnd(target: number): number {
    return this.bounds.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return this.bounds.maxScore(upTo);
  }

  setMinScore(score: number): void {
    this.bounds.setMinScore(score);
  }

  private skipHopeless(start: number): number {
    let doc = start;
    while (this.bounds.active && doc !== NO_MORE_DOCS) {
      const competitive = this.bounds.nextCompetitive(doc);
      if (competitive === doc) break;
      doc = this.docs.advance(competitive);
    }
    return doc;
  }
}
