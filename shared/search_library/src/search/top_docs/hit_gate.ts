/** Counts hits; keeps out those below the minimum score and, once enough were collected, all others. */
import type { SearchOptions } from '../search_options.js';

export class HitGate {
  /** Hits let in. */
  count = 0;
  /** A hit came after `terminateAfter` ones: the search is to end. */
  closed = false;
  /** Whether there is an end to come, so that hits must not be left out by pruning. */
  readonly limited: boolean;
  readonly minScore: number;
  private readonly terminateAfter: number;

  constructor({ minScore, terminateAfter }: SearchOptions) {
    this.minScore = minScore ?? Number.NEGATIVE_INFINITY;
    // 0 stands for no limit, as in the reference.
    this.terminateAfter = terminateAfter || Number.POSITIVE_INFINITY;
    this.limited = this.terminateAfter !== Number.POSITIVE_INFINITY;
  }

  /** Lets in many at once; for searches without a minimum score and without an end to come. */
  admitAll(hits: number): void {
    this.count += hits;
  }

  admits(score: number): boolean {
    if (score < this.minScore) return false;
    if (this.count >= this.terminateAfter) {
      this.closed = true;
      return false;
    }
    this.count++;
    return true;
  }
}
