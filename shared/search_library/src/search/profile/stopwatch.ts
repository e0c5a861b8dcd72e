/**
 * Time of a step that is taken again and again, and how often it is. Looking at the clock costs as much as many a step: the first steps are timed each, later ones the
 * more seldom the more there were, and each that is timed stands for those before it.
 */

/** Monotonic milliseconds with a fraction. */
export type ReadClock = () => number;

/** A step of no time at all has been taken none the less. */
const LEAST_NANOS = 1;
const MAX_SKIPPED = 1024;

export class Stopwatch {
  count = 0;
  readonly #clock: ReadClock;
  #nanos = 0;
  /** Steps before this one are in `nanos`. */
  #counted = 0;
  #startMs = Number.NaN;

  constructor(clock: ReadClock) {
    this.#clock = clock;
  }

  get nanos(): number {
    return Math.round(this.#nanos);
  }

  start(): void {
    const waiting = this.count - this.#counted;
    this.#startMs =
      waiting >= Math.min(this.#counted >>> 8, MAX_SKIPPED) ? this.#clock() : Number.NaN;
    this.count++;
  }

  stop(): void {
    const startMs = this.#startMs;
    if (Number.isNaN(startMs)) return;
    const nanos = Math.max(LEAST_NANOS, (this.#clock() - startMs) * 1e6);
    this.#nanos += (this.count - this.#counted) * nanos;
    this.#counted = this.count;
  }

  /** So many steps at once, timed as one. */
  startMany(steps: number): void {
    this.#startMs = this.#clock();
    this.count += steps;
    this.#counted += steps;
  }

  stopMany(): void {
    this.#nanos += Math.max(LEAST_NANOS, (this.#clock() - this.#startMs) * 1e6);
  }

  /** A step that may fail has been taken as well. */
  time<T>(step: () => T): T {
    this.start();
    try {
      return step();
    } finally {
      this.stop();
    }
  }
}

/** Watches by the names of their steps: each name with its nanoseconds, and with `_count` behind it how often. */
export function breakdownOf(
  watches: Readonly<Record<string, Stopwatch>>,
): Readonly<Record<string, number>> {
  const breakdown: Record<string, number> = {};
  for (const [name, watch] of Object.entries(watches)) {
    breakdown[name] = watch.nanos;
    breakdown[`${name}_count`] = watch.count;
  }
  return breakdown;
}

export function nanosOf(watches: Readonly<Record<string, Stopwatch>>): number {
  return Object.values(watches).reduce((sum, { nanos }) => sum + nanos, 0);
}
