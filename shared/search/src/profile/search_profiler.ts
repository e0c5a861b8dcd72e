/** Times everything on one shard under `profile` and summarizes it. */

import { AggregationProfiler } from '@skein/aggregations';
import type { Clock } from '@skein/base';
import { QueryProfiler } from '@skein/search_library';
import type { SearchRequest } from '../request/search_request.js';
import { collectorProfile } from './collector_profile.js';
import { FetchProfiler } from './fetch_profiler.js';
import type { SearchProfile } from './search_profile.js';

export class SearchProfiler {
  readonly queries: QueryProfiler;
  readonly aggregations: AggregationProfiler;
  readonly fetch: FetchProfiler;
  readonly #clock: Clock;
  readonly #beganMs: number;
  #hitsNanos = 0;
  #aggregationNanos = 0;

  constructor(clock: Clock) {
    const read = (): number => clock.monotonicMs();
    this.#clock = clock;
    this.#beganMs = clock.nowMs();
    this.queries = new QueryProfiler(read);
    this.aggregations = new AggregationProfiler(read);
    this.fetch = new FetchProfiler(read);
  }

  hits<T>(walk: () => T): T {
    return this.#walk(walk, (nanos) => {
      this.#hitsNanos += nanos;
    });
  }

  aggregated<T>(walk: () => T): T {
    return this.#walk(walk, (nanos) => {
      this.#aggregationNanos += nanos;
    });
  }

  /** Times an iteration over the matches, without the time to find them. */
  #walk<T>(walk: () => T, told: (nanos: number) => void): T {
    const startMs = this.#clock.monotonicMs();
    const before = this.queries.nanos + this.queries.rewriteNanos;
    try {
      return walk();
    } finally {
      const all = (this.#clock.monotonicMs() - startMs) * 1e6;
      const finding = this.queries.nanos + this.queries.rewriteNanos - before;
      told(Math.max(1, Math.round(all - finding)));
    }
  }

  profile(request: SearchRequest): SearchProfile {
    return {
      queries: this.queries.profiles(),
      rewriteNanos: this.queries.rewriteNanos,
      collector: collectorProfile(request, {
        hits: this.#hitsNanos,
        aggregations: this.#aggregationNanos,
      }),
      aggregations: this.aggregations.profiles(),
      beganMs: this.#beganMs,
      endedMs: this.#clock.nowMs(),
    };
  }
}
