/**
 * Metrics for Prometheus. Names and labels come from the program, never from a caller, which bounds
 * the number of series.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds in seconds; checking a password takes a tenth of one. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface AnsweredRequest {
  /** The program's name for the endpoint. */
  readonly endpoint: string;
  readonly status: number;
  readonly tookMs: number;
  /** OAuth error code (RFC 6749 §5.2). */
  readonly error: string | undefined;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'skein_auth_request_duration_seconds',
    help: 'Time of a request, in seconds, by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #errors = new Counter({
    name: 'skein_auth_errors_total',
    help: 'Number of refused requests, by endpoint and OAuth error code.',
    labelNames: ['endpoint', 'error'],
    registers: [this.#registry],
  });
  readonly #tokens = new Counter({
    name: 'skein_auth_tokens_total',
    help: 'Number of successful token requests, by grant type.',
    labelNames: ['grant'],
    registers: [this.#registry],
  });

  constructor() {
    this.gauge(
      ['skein_auth_process_resident_bytes', 'Memory of the process that is in RAM, in bytes.'],
      () => process.memoryUsage.rss(),
    );
    this.gauge(
      ['skein_auth_process_uptime_seconds', 'Time since the process started, in seconds.'],
      () => process.uptime(),
    );
    new Counter({
      name: 'skein_auth_process_cpu_seconds_total',
      help: 'CPU time of all threads of the process, in seconds.',
      registers: [this.#registry],
      collect() {
        const { user, system } = process.cpuUsage();
        this.reset();
        this.inc((user + system) / 1e6);
      },
    });
  }

  answered({ endpoint, status, tookMs, error }: AnsweredRequest): void {
    this.#requests.observe({ endpoint, status: String(status) }, tookMs / 1000);
    if (error !== undefined) this.#errors.inc({ endpoint, error });
  }

  issued(grant: string): void {
    this.#tokens.inc({ grant });
  }

  /** A gauge that is read on each scrape. */
  gauge([name, help]: readonly [name: string, help: string], read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** The Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
