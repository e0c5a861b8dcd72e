/** Query and fetch phases of one shard, counted where they are asked for. */
import type { Clock } from '@skein/base';
import type { ShardStats } from '@skein/shard';

type Phase = 'query' | 'fetch';

export class SearchCounts {
  readonly #clock: Clock;
  readonly #total = { query: 0, fetch: 0 };
  readonly #timeMs = { query: 0, fetch: 0 };
  readonly #current = { query: 0, fetch: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get stats(): ShardStats['search'] {
    return {
      queryTotal: this.#total.query,
      queryTimeMs: this.#timeMs.query,
      queryCurrent: this.#current.query,
      fetchTotal: this.#total.fetch,
      fetchTimeMs: this.#timeMs.fetch,
      fetchCurrent: this.#current.fetch,
    };
  }

  /** One phase: it lasts as long as the call. A phase that fails is not counted, as in the reference. */
  async phase<T>(phase: Phase, call: Promise<T>): Promise<T> {
    const startMs = this.#clock.monotonicMs();
    this.#current[phase]++;
    try {
      const reply = await call;
      this.count(phase, this.#clock.monotonicMs() - startMs);
      return reply;
    } finally {
      this.#current[phase]--;
    }
  }

  /** Both phases in one call, whose reply tells how long the query took; `undefined`: there was no search after all. */
  async whole<T>(call: Promise<T>, queryMsOf: (reply: T) => number | undefined): Promise<T> {
    const startMs = this.#clock.monotonicMs();
    this.#current.query++;
    try {
      const reply = await call;
      const queryMs = queryMsOf(reply);
      if (queryMs !== undefined) {
        this.count('query', queryMs);
        this.count('fetch', this.#clock.monotonicMs() - startMs - queryMs);
      }
      return reply;
    } finally {
      this.#current.query--;
    }
  }

  count(phase: Phase, timeMs: number): void {
    this.#total[phase]++;
    this.#timeMs[phase] += timeMs;
  }
}
