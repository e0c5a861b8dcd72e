/** Base of scorers of documents that all members have, which skip blocks that cannot compete. */
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
    return this.bounds.skipHopeless(this.docs, this.docs.nextDoc());
  }

  advance(target: number): number {
    return this.bounds.skipHopeless(this.docs, this.docs.advance(target));
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
}
