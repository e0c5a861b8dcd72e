/**
 * Finds the stretches of documents in which the scorers of a sum can together exceed the minimum
 * score: the bounds are added for each block common to all of them (Ding and Suel, "Faster Top-k
 * Document Retrieval Using Block-Max Indexes", 2011).
 */
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';

/** Combines the bounds of the parts into the bound of the whole. */
export type CombineBounds = (bounds: Float64Array) => number;

export function sumOfBounds(bounds: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < bounds.length; i++) sum += bounds[i];
  return Math.fround(sum);
}

export class BlockBounds {
  private readonly scorers: readonly Scorer[];
  private readonly combine: CombineBounds;
  private readonly bounds: Float64Array;
  private minScore = -1;
  private last = -1;
  private bound = 0;

  constructor(scorers: readonly Scorer[], combine: CombineBounds = sumOfBounds) {
    this.scorers = scorers;
    this.combine = combine;
    this.bounds = new Float64Array(scorers.length);
  }

  setMinScore(score: number): void {
    this.minScore = score;
  }

  blockEnd(target: number): number {
    let end = NO_MORE_DOCS;
    for (const scorer of this.scorers) end = Math.min(end, scorer.blockEnd(target));
    return end;
  }

  maxScore(upTo: number): number {
    const { scorers, bounds } = this;
    for (let i = 0; i < scorers.length; i++) bounds[i] = scorers[i].maxScore(upTo);
    return this.combine(bounds);
  }

  /**
   * Advances `docs` from its document `doc` until it is in a block that can compete; returns where
   * it is then. Without a minimum score, every block can compete.
   */
  skipHopeless(docs: Pick<DocIterator, 'advance'>, doc: number): number {
    let current = doc;
    while (this.minScore >= 0 && current !== NO_MORE_DOCS) {
      const competitive = this.nextCompetitive(current);
      if (competitive === current) break;
      current = docs.advance(competitive);
    }
    return current;
  }

  /** First document >= `doc` in a block that can compete, or `NO_MORE_DOCS`. */
  private nextCompetitive(doc: number): number {
    let candidate = doc;
    for (;;) {
      if (candidate === NO_MORE_DOCS) return NO_MORE_DOCS;
      if (candidate > this.last) {
        this.last = this.blockEnd(candidate);
        this.bound = this.maxScore(this.last);
      }
      if (this.bound > this.minScore) return candidate;
      candidate = this.last === NO_MORE_DOCS ? NO_MORE_DOCS : this.last + 1;
    }
  }
}
