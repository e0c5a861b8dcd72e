/**
 * Numbers and times of the searches that this node coordinated, whole and by phase:
 * `search.request` of `_nodes/stats`. A search that fails has no time, as in OpenSearch.
 */
import type { SearchTimesReport } from '../node_operations/mod.js';
import type { EndedSearch } from './request_slow_log.js';

export class SearchTimes {
  readonly #took = { timeMs: 0, total: 0 };
  readonly #phases = new Map<string, { timeMs: number; total: number }>();
  #current = 0;

  get report(): SearchTimesReport {
    const phases = [...this.#phases].map(([name, times]) => [name, { ...times }] as const);
    return { took: { ...this.#took }, current: this.#current, phases };
  }

  /** Counts a search as under way until it settles. Returns the search itself. */
  during<T>(search: Promise<T>): Promise<T> {
    this.#current++;
    const settled = () => {
      this.#current--;
    };
    search.then(settled, settled);
    return search;
  }

  ended({ tookMs, phasesMs }: Pick<EndedSearch, 'tookMs' | 'phasesMs'>): void {
    add(this.#took, tookMs);
    for (const name in phasesMs) {
      let phase = this.#phases.get(name);
      if (phase === undefined) {
        phase = { timeMs: 0, total: 0 };
        this.#phases.set(name, phase);
      }
      add(phase, phasesMs[name] ?? 0);
    }
  }
}

function add(times: { timeMs: number; total: number }, timeMs: number): void {
  times.timeMs += timeMs;
  times.total++;
}
