/** The documents of a scorer that pass some filters, with the scorer's scores and bounds. */

import type { DocFilter } from '../columns/doc_filter.js';
import { drain } from '../iterators/drain.js';
import type { Scorer } from '../scorer.js';
import { newScoreBatch, type ScoreBatch } from './score_batch.js';

export class Filtered implements Scorer {
  readonly twoPhase = true;
  readonly nextBatch?: () => ScoreBatch | undefined;
  private readonly scorer: Scorer;
  private readonly filters: readonly DocFilter[];
  /** The last batch returned by `nextBatch`. Its `from` is always 0. */
  private batch = newScoreBatch(0);

  constructor(scorer: Scorer, filters: readonly DocFilter[]) {
    this.scorer = scorer;
    this.filters = filters;
    const next = scorer.nextBatch?.bind(scorer);
    if (next !== undefined) this.nextBatch = () => this.filterBatch(next);
  }

  docId(): number {
    return this.scorer.docId();
  }

  nextDoc(): number {
    return this.scorer.nextDoc();
  }

  advance(target: number): number {
    return this.scorer.advance(target);
  }

  cost(): number {
    return this.scorer.cost();
  }

  matches(): boolean {
    const doc = this.scorer.docId();
    for (const filter of this.filters) if (!filter.has(doc)) return false;
    return !this.scorer.twoPhase || this.scorer.matches();
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

  drain(into: Uint32Array, end: number): number {
    while (this.scorer.docId() < end) {
      const kept = this.keep(into, drain(this.scorer, into, end));
      if (kept > 0) return kept;
    }
    return 0;
  }

  /** Keeps those of the first `count` documents that pass all filters; returns their number. */
  private keep(docs: Uint32Array, count: number): number {
    let kept = count;
    for (const filter of this.filters) kept = filter.keep(docs, kept);
    return kept;
  }

  private filterBatch(next: () => ScoreBatch | undefined): ScoreBatch | undefined {
    for (let given = next(); given !== undefined; given = next()) {
      const size = given.to - given.from;
      if (this.batch.docs.length < size) this.batch = newScoreBatch(size);
      const { batch } = this;
      batch.docs.set(given.docs.subarray(given.from, given.to));
      batch.to = this.keep(batch.docs, size);
      if (batch.to === 0) continue;
      copyScores(given, batch);
      return batch;
    }
    return undefined;
  }
}

/**
 * Copies the scores of the documents in `left` from the given batch, of which they are a subset in
 * the same order.
 */
function copyScores({ docs, scores, from }: ScoreBatch, left: ScoreBatch): void {
  let at = from;
  for (let i = 0; i < left.to; i++) {
    while (docs[at] !== left.docs[i]) at++;
    left.scores[i] = scores[at];
  }
}
