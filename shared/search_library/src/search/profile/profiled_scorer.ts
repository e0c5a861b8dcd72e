/**
 * A scorer whose steps are counted and timed. It is read document by document, since batches and
 * bulk counts would hide the steps.
 */
import type { Scorer } from '../scorer.js';
import type { QueryWatches } from './query_profiler.js';

export class ProfiledScorer implements Scorer {
  readonly twoPhase: boolean;
  readonly #scorer: Scorer;
  readonly #watches: QueryWatches;

  constructor(scorer: Scorer, watches: QueryWatches) {
    this.#scorer = scorer;
    this.#watches = watches;
    this.twoPhase = scorer.twoPhase;
  }

  docId(): number {
    return this.#scorer.docId();
  }

  cost(): number {
    return this.#scorer.cost();
  }

  nextDoc(): number {
    const { next_doc: watch } = this.#watches;
    watch.start();
    const doc = this.#scorer.nextDoc();
    watch.stop();
    return doc;
  }

  advance(target: number): number {
    const { advance: watch } = this.#watches;
    watch.start();
    const doc = this.#scorer.advance(target);
    watch.stop();
    return doc;
  }

  matches(): boolean {
    const { match: watch } = this.#watches;
    watch.start();
    const matches = this.#scorer.matches();
    watch.stop();
    return matches;
  }

  score(): number {
    const { score: watch } = this.#watches;
    watch.start();
    const score = this.#scorer.score();
    watch.stop();
    return score;
  }

  blockEnd(target: number): number {
    const { shallow_advance: watch } = this.#watches;
    watch.start();
    const end = this.#scorer.blockEnd(target);
    watch.stop();
    return end;
  }

  maxScore(upTo: number): number {
    const { compute_max_score: watch } = this.#watches;
    watch.start();
    const score = this.#scorer.maxScore(upTo);
    watch.stop();
    return score;
  }

  setMinScore(score: number): void {
    const { set_min_competitive_score: watch } = this.#watches;
    watch.start();
    this.#scorer.setMinScore(score);
    watch.stop();
  }
}
