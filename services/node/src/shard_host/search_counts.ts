/**
 * Counts of a shard's query and fetch phases, in total and for each group that searches name in
 * `stats`.
 */
import type { Clock } from '@skein/base';
import type { ShardStats } from '@skein/shard';

import type { PinPurpose } from './contract.js';

/** Searches for suggestions alone are counted apart from those for documents. */
type Phase = 'query' | 'fetch' | 'suggest';

/** Time and kind of a call that ran both phases. */
export interface Measured {
  readonly queryMs: number;
  readonly suggests: boolean;
}

type GroupCounts = ShardStats['searchGroups'][number][1];

/** Limit for one shard. Searches with further group names are counted only in total. */
const MAX_GROUPS = 1000;

const NO_GROUPS: readonly string[] = [];

export class SearchCounts {
  readonly #clock: Clock;
  readonly #total = { query: 0, fetch: 0, suggest: 0 };
  readonly #timeMs = { query: 0, fetch: 0, suggest: 0 };
  readonly #current = { query: 0, fetch: 0, suggest: 0 };

  readonly #contexts = {
    scroll: { total: 0, timeMs: 0, current: 0 },
    point_in_time: { total: 0, timeMs: 0, current: 0 },
  };

  readonly #groups = new Map<string, { -readonly [K in keyof GroupCounts]: GroupCounts[K] }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get stats(): ShardStats['search'] {
    const { scroll, point_in_time: pointInTime } = this.#contexts;
    return {
      queryTotal: this.#total.query,
      queryTimeMs: this.#timeMs.query,
      queryCurrent: this.#current.query,
      fetchTotal: this.#total.fetch,
      fetchTimeMs: this.#timeMs.fetch,
      fetchCurrent: this.#current.fetch,
      suggestTotal: this.#total.suggest,
      suggestTimeMs: this.#timeMs.suggest,
      suggestCurrent: this.#current.suggest,
      scrollTotal: scroll.total,
      scrollTimeMs: scroll.timeMs,
      scrollCurrent: scroll.current,
      pointInTimeTotal: pointInTime.total,
      pointInTimeTimeMs: pointInTime.timeMs,
      pointInTimeCurrent: pointInTime.current,
    };
  }

  get groups(): ShardStats['searchGroups'] {
    return [...this.#groups].map(([name, counts]) => [name, { ...counts }]);
  }

  /**
   * Counts a scroll or point in time as open until the returned function is called, which adds its
   * open time.
   */
  contextOpened(purpose: PinPurpose): () => void {
    if (purpose === 'search') return () => undefined;
    const counts = this.#contexts[purpose];
    const startMs = this.#clock.monotonicMs();
    counts.current++;
    return () => {
      counts.current--;
      counts.total++;
      counts.timeMs += this.#clock.monotonicMs() - startMs;
    };
  }

  /**
   * Counts one phase for as long as the call takes. A phase that fails is not counted, as in
   * OpenSearch.
   */
  async phase<T>(phase: Phase, call: Promise<T>, groups = NO_GROUPS): Promise<T> {
    const startMs = this.#clock.monotonicMs();
    this.#current[phase]++;
    try {
      const reply = await call;
      this.count(phase, this.#clock.monotonicMs() - startMs, groups);
      return reply;
    } finally {
      this.#current[phase]--;
    }
  }

  /**
   * Counts a call that runs both phases. `measure` tells from the reply how long the query took and
   * what it searched; undefined if nothing was searched.
   */
  async whole<T>(
    call: Promise<T>,
    measure: (reply: T) => Measured | undefined,
    groups = NO_GROUPS,
  ): Promise<T> {
    const startMs = this.#clock.monotonicMs();
    this.#current.query++;
    try {
      const reply = await call;
      const measured = measure(reply);
      const tookMs = this.#clock.monotonicMs() - startMs;
      if (measured?.suggests) this.count('suggest', tookMs);
      else if (measured !== undefined) {
        this.count('query', measured.queryMs, groups);
        this.count('fetch', tookMs - measured.queryMs, groups);
      }
      return reply;
    } finally {
      this.#current.query--;
    }
  }

  count(phase: Phase, timeMs: number, groups = NO_GROUPS): void {
    this.#total[phase]++;
    this.#timeMs[phase] += timeMs;
    if (phase === 'suggest') return;
    for (const name of groups) this.#countGroup(name, phase, timeMs);
  }

  #countGroup(name: string, phase: 'query' | 'fetch', timeMs: number): void {
    let counts = this.#groups.get(name);
    if (counts === undefined) {
      if (this.#groups.size >= MAX_GROUPS) return;
      counts = { queryTotal: 0, queryTimeMs: 0, fetchTotal: 0, fetchTimeMs: 0 };
      this.#groups.set(name, counts);
    }
    if (phase === 'query') {
      counts.queryTotal++;
      counts.queryTimeMs += timeMs;
    } else {
      counts.fetchTotal++;
      counts.fetchTimeMs += timeMs;
    }
  }
}
