/**
 * Documents in at least `minimum` of the scorers, found with a heap: the form of a disjunction that
 * is advanced by others or must know which members match. (`WindowedDisjunction` is faster when a
 * plain sum leads.)
 */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';
import { BlockBounds, type CombineBounds, sumOfBounds } from './block_bounds.js';
import { DocHeap } from './doc_heap.js';

/** Combines the scores of the matching members, the first `count` of `scorers`, into one score. */
export type CombineScores = (scorers: readonly Scorer[], count: number) => number;

function sumOfScores(scorers: readonly Scorer[], count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += scorers[i].score();
  return Math.fround(sum);
}

interface DisjunctionOptions {
  readonly minimum?: number;
  readonly combineScores?: CombineScores;
  readonly combineBounds?: CombineBounds;
}

export class Disjunction implements Scorer {
  readonly twoPhase: boolean;
  private readonly heap: DocHeap<Scorer>;
  private readonly minimum: number;
  private readonly combineScores: CombineScores;
  private readonly bounds: BlockBounds;
  private readonly totalCost: number;
  /** Members on the current document; `matches` removes those that fail their check. */
  private readonly matching: Scorer[] = [];
  private matchCount = -1;
  private current = -1;

  constructor(scorers: readonly Scorer[], options: DisjunctionOptions = {}) {
    this.heap = new DocHeap(scorers);
    this.minimum = options.minimum ?? 1;
    this.combineScores = options.combineScores ?? sumOfScores;
    this.bounds = new BlockBounds(scorers, options.combineBounds ?? sumOfBounds);
    this.twoPhase = scorers.some((scorer) => scorer.twoPhase);
    this.totalCost = scorers.reduce((sum, scorer) => sum + scorer.cost(), 0);
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    let doc = this.nextCandidate(target);
    this.matchCount = -1;
    while (this.minimum > 1 && doc !== NO_MORE_DOCS) {
      this.matchCount = this.heap.collectTop(this.matching);
      if (this.matchCount >= this.minimum) break;
      doc = this.nextCandidate(doc + 1);
    }
    this.current = doc;
    return doc;
  }

  cost(): number {
    return this.totalCost;
  }

  matches(): boolean {
    if (!this.twoPhase) return true;
    const { matching } = this;
    const count = this.heap.collectTop(matching);
    let confirmed = 0;
    for (let i = 0; i < count; i++) {
      const scorer = matching[i];
      if (!scorer.twoPhase || scorer.matches()) matching[confirmed++] = scorer;
    }
    this.matchCount = confirmed;
    return confirmed >= this.minimum;
  }

  score(): number {
    if (this.matchCount < 0) this.matchCount = this.heap.collectTop(this.matching);
    return this.combineScores(this.matching, this.matchCount);
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

  private nextCandidate(target: number): number {
    return this.bounds.skipHopeless(this.heap, this.heap.advance(target));
  }
}
