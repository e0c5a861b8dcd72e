/**
 * Keeps the best documents by score. As soon as more hits than the threshold are counted (or the
 * total is known beforehand), the scorer gets the score to exceed and may skip documents that
 * cannot be in the result.
 */
import type { SegmentReader } from '../../index/segment_reader.js';
import { hasBit } from '../iterators/bit_set.js';
import { type KernelSearch, topByKernel } from '../kernels/run_kernel.js';
import type { Weight } from '../query.js';
import type { TopDocs } from '../results.js';
import type { Scorer } from '../scorer.js';
import type { ScoreBatch } from '../scorers/score_batch.js';
import type { TopDocsOptions } from '../search_options.js';
import { HitGate } from './hit_gate.js';
import { ScoreQueue } from './score_queue.js';
import { totalHits } from './total_hits.js';
import { NO_SCORER, type VisitedScorer, type Visitor } from './walk.js';

/** Kernels count in 31 bits. */
const MAX_COUNT = 0x7fffffff;

export class TopDocsVisitor implements Visitor {
  private readonly queue: ScoreQueue;
  private readonly gate: HitGate;
  private readonly threshold: number;
  /** The exact total if it was known beforehand, else -1. */
  private readonly knownTotal: number;
  private readonly mayPrune: boolean;
  private readonly afterScore: number;
  private readonly afterDoc: number;
  /** True if every match counts and may be kept, however many there are. */
  private readonly takesAny: boolean;
  private scorer: VisitedScorer = NO_SCORER;
  private docBase = 0;

  private readonly capacity: number;
  private readonly kernelSearch: KernelSearch | undefined;

  constructor(
    options: TopDocsOptions,
    capacity: number,
    knownTotal: number,
    kernelSearch?: KernelSearch,
  ) {
    this.capacity = capacity;
    this.kernelSearch = kernelSearch;
    this.queue = new ScoreQueue(capacity);
    this.gate = new HitGate(options);
    this.threshold = options.totalHitsThreshold;
    this.knownTotal = knownTotal;
    this.mayPrune = capacity > 0 && !this.gate.limited;
    this.afterScore = options.after?.score ?? Number.POSITIVE_INFINITY;
    this.afterDoc = options.after?.doc ?? -1;
    const { limited, minScore } = this.gate;
    this.takesAny =
      !limited && minScore === Number.NEGATIVE_INFINITY && options.after === undefined;
  }

  segment(_reader: SegmentReader, docBase: number, scorer: Scorer): void {
    this.scorer = scorer;
    this.docBase = docBase;
    this.prune();
  }

  byKernel(reader: SegmentReader, docBase: number, weight: Weight): boolean {
    const { kernelSearch, queue, gate } = this;
    if (kernelSearch === undefined || gate.limited || this.capacity === 0) return false;
    const found = topByKernel(kernelSearch, weight, reader, {
      capacity: this.capacity,
      floor: queue.full ? queue.worstScore() : -1,
      threshold: this.knownTotal >= 0 ? -1 : Math.min(this.threshold, MAX_COUNT) - gate.count,
      afterScore: this.afterScore,
      afterDoc: this.afterDoc - docBase,
      minScore: gate.minScore > 0 ? gate.minScore : -1,
      keep: (score, doc) => queue.offerAny(score, docBase + doc),
    });
    if (found === undefined) return false;
    gate.count += found.hits;
    if (found.outOfTime !== undefined) throw found.outOfTime;
    return true;
  }

  document(doc: number): boolean {
    return this.offer(doc, this.scorer.score());
  }

  batch(batch: ScoreBatch, live: Uint32Array | null): boolean {
    const { docs, scores, from, to } = batch;
    if (this.takesAny) {
      this.offerAll(batch, live);
      return true;
    }
    for (let i = from; i < to; i++) {
      const doc = docs[i];
      if (live !== null && !hasBit(live, doc)) continue;
      if (!this.offer(doc, scores[i])) return false;
    }
    return true;
  }

  private offer(doc: number, score: number): boolean {
    if (!this.gate.admits(score)) return !this.gate.closed;
    const hit = this.docBase + doc;
    if (score > this.afterScore || (score === this.afterScore && hit <= this.afterDoc)) return true;
    const kept = this.queue.offer(score, hit);
    if (kept || this.gate.count === this.threshold + 1) this.prune();
    return true;
  }

  /** Like `offer` for each document, for searches that want only the best. */
  private offerAll({ docs, scores, from, to }: ScoreBatch, live: Uint32Array | null): void {
    const { queue, docBase } = this;
    let hits = 0;
    let worst = queue.full ? queue.worstScore() : Number.NaN;
    for (let i = from; i < to; i++) {
      const doc = docs[i];
      if (live !== null && !hasBit(live, doc)) continue;
      hits++;
      const score = scores[i];
      if (score <= worst) continue;
      queue.offer(score, docBase + doc);
      if (queue.full) worst = queue.worstScore();
    }
    this.gate.admitAll(hits);
    this.prune();
  }

  result(timedOut: boolean): TopDocs {
    const hits = this.queue.drain();
    const count = this.knownTotal >= 0 ? this.knownTotal : this.gate.count;
    return {
      total: totalHits(count, this.threshold),
      hits,
      maxScore: hits[0]?.score ?? Number.NaN,
      terminatedEarly: this.gate.closed,
      timedOut,
    };
  }

  private prune(): void {
    if (!this.mayPrune || !this.queue.full) return;
    if (this.knownTotal < 0 && this.gate.count <= this.threshold) return;
    this.scorer.setMinScore(this.queue.worstScore());
  }
}
