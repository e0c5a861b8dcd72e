/** Scores that a function computes for many documents at once. */
import { requestDoubles } from '../../memory/request_arrays.js';
import type { ComputeRows } from '../functions/score_function.js';
import type { LiveBatches } from './live_batches.js';
import { newScoreBatch, type ScoreBatch } from './score_batch.js';

export class ComputedBatches {
  private readonly inner: LiveBatches;
  private readonly compute: ComputeRows;
  private readonly minScore: number;
  private results = new Float64Array(0);
  private batch = newScoreBatch(0);
  /** A batch whose first rows were computed and whose next row failed. */
  private begun: ScoreBatch | undefined;

  /** Documents with a score below `minScore` do not match. */
  constructor(inner: LiveBatches, compute: ComputeRows, minScore = Number.NEGATIVE_INFINITY) {
    this.inner = inner;
    this.compute = compute;
    this.minScore = minScore;
  }

  /** See `Scorer.nextBatch`. Documents before a failing one are returned before it throws. */
  next(): ScoreBatch | undefined {
    for (;;) {
      const rows = this.begun ?? this.inner.next();
      if (rows === undefined) return undefined;
      this.grow(rows.docs.length);
      const end = this.compute(rows, this.results);
      this.keep(rows, end);
      const { docs, scores, to } = rows;
      this.begun = end < to ? { docs, scores, from: end, to } : undefined;
      if (this.batch.to > 0) return this.batch;
    }
  }

  private grow(count: number): void {
    if (count <= this.results.length) return;
    this.results = requestDoubles(count);
    this.batch = newScoreBatch(count);
  }

  private keep({ docs, from }: ScoreBatch, end: number): void {
    const { batch, results, minScore } = this;
    let kept = 0;
    for (let i = from; i < end; i++) {
      const score = results[i];
      if (!(score >= minScore)) continue;
      batch.docs[kept] = docs[i];
      batch.scores[kept++] = score;
    }
    batch.to = kept;
  }
}
