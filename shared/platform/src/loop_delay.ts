/**
 * The delay of the main thread's event loop, for which everything that is due waits. It is measured
 * from the first query on, so that a node without monitoring is not woken for it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

/** Delays in milliseconds. */
export interface LoopDelays {
  readonly samples: number;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export class LoopDelay {
  #histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;

  /** The delays since the first query. */
  delays(): LoopDelays {
    if (this.#histogram === undefined) {
      this.#histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#histogram.enable();
    }
    const { count, mean, max } = this.#histogram;
    if (count === 0) return { samples: 0, mean: 0, p50: 0, p99: 0, max: 0 };
    return {
      samples: count,
      mean: late(mean),
      p50: late(this.#histogram.percentile(50)),
      p99: late(this.#histogram.percentile(99)),
      max: late(max),
    };
  }

  stop(): void {
    this.#histogram?.disable();
  }
}

/** The delay of a wake-up; the recorded value is the time between two wake-ups in nanoseconds. */
function late(intervalNs: number): number {
  return Math.max(0, Math.round((intervalNs / 1e6 - RESOLUTION_MS) * 1000) / 1000);
}
