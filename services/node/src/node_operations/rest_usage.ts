/** Counts of requests by endpoint since the node's start: `_nodes/usage`. */
import type { Clock } from '@skein/base';

export interface RestUsageReport {
  readonly sinceMs: number;
  /** Counts by endpoint id. */
  readonly counts: readonly (readonly [id: string, count: number])[];
}

export class RestUsage {
  readonly #sinceMs: number;
  readonly #counts = new Map<string, number>();

  constructor(clock: Clock) {
    this.#sinceMs = clock.nowMs();
  }

  count(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  get report(): RestUsageReport {
    return { sinceMs: this.#sinceMs, counts: [...this.#counts] };
  }
}
