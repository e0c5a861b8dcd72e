/**
 * Counts and times a repeated step. Reading the clock costs as much as many steps do, so the first
 * steps are all timed, later ones ever more rarely, and each timed step stands for those before it.
 */

/** Returns monotonic milliseconds with a fraction. */
export type ReadClock = () => number;

/** The least time of a step, so that a step too short to measure still shows. */
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

  /** Times `steps` steps as one. */
  startMany(steps: number): void {
    this.#startMs = this.#clock();
    this.count += steps;
    this.#counted += steps;
  }

  stopMany(): void {
    this.#nanos += Math.max(LEAST_NANOS, (this.#clock() - this.#startMs) * 1e6);
  }

  /** A step that throws counts too. */
  time<T>(step: () => T): T {
    this.start();
    try {
      return step();
    } finally {
      this.stop();
    }
  }
}

/**
 * The breakdown of several watches: the nanoseconds of each step under its name, its count under
 * the name with `_count`.
 */
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
