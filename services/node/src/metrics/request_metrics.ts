/**
 * Durations of requests and search phases, counted as they end: the only metrics that are not read
 * from other actors.
 */
import { Histogram, Registry } from 'prom-client';
import type { EndedSearch } from '../search_coordinator/mod.js';
import { seconds } from './families.js';

/**
 * Upper bounds in seconds: a light search takes a fraction of a millisecond, and requests time out
 * after a minute.
 */
const BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

type Series = Pick<Histogram.Internal<string>, 'observe'>;

export class RequestMetrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'skein_http_request_duration_seconds',
    help: 'Time from the head of a request to its response, in seconds, by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #phases = new Histogram({
    name: 'skein_search_phase_duration_seconds',
    help: 'Time of each phase of the searches that this node coordinated, in seconds.',
    labelNames: ['phase'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  /** By endpoint and status: finding a series by its labels costs more than adding to it. */
  readonly #series = new Map<string, Map<number, Series>>();
  readonly #phaseSeries = new Map<string, Series>();

  /** `endpoint`: an existing endpoint id. */
  answered(endpoint: string, status: number, tookMs: number): void {
    let series = this.#series.get(endpoint);
    if (series === undefined) {
      series = new Map();
      this.#series.set(endpoint, series);
    }
    let one = series.get(status);
    if (one === undefined) {
      one = this.#requests.labels(endpoint, String(status));
      series.set(status, one);
    }
    one.observe(seconds(tookMs));
  }

  searched({ phasesMs }: Pick<EndedSearch, 'phasesMs'>): void {
    for (const phase in phasesMs) this.#phase(phase).observe(seconds(phasesMs[phase] ?? 0));
  }

  #phase(phase: string): Series {
    let one = this.#phaseSeries.get(phase);
    if (one === undefined) {
      one = this.#phases.labels(phase);
      this.#phaseSeries.set(phase, one);
    }
    return one;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
