/**
 * Counts hits, and rejects those below the minimum score and, after `terminateAfter` hits, all
 * others.
 */
import type { SearchOptions } from '../search_options.js';

export class HitGate {
  /** Number of accepted hits. */
  count = 0;
  /** True once a hit came after `terminateAfter` hits: the search must end. */
  closed = false;
  /** True if the search may end early, in which case pruning must not skip hits. */
  readonly limited: boolean;
  readonly minScore: number;
  private readonly terminateAfter: number;

  constructor({ minScore, terminateAfter }: SearchOptions) {
    this.minScore = minScore ?? Number.NEGATIVE_INFINITY;
    // 0 means no limit, as in OpenSearch.
    this.terminateAfter = terminateAfter || Number.POSITIVE_INFINITY;
    this.limited = this.terminateAfter !== Number.POSITIVE_INFINITY;
  }

  /** Accepts many hits at once, without a minimum score and without `terminateAfter`. */
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
