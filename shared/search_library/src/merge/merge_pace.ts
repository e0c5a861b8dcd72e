/** How fast a merge may write, and whether it may go on at all. Waits block the thread; being told to stop ends them. */
import type { Clock } from '@skein/base';

/** Not an error of anything: the shard is closing. */
export class MergeStopped extends Error {
  override readonly name = 'MergeStopped';
}

/** Shorter waits are saved up. */
const SHORTEST_WAIT_MS = 10;

export class MergePace {
  readonly #flag: Int32Array;
  readonly #bytesPerMs: number;
  readonly #clock: Clock;
  readonly #startedMs: number;
  #written = 0;

  constructor(
    { stop, bytesPerSecond }: { readonly stop: SharedArrayBuffer; readonly bytesPerSecond: number },
    clock: Clock,
  ) {
    this.#flag = new Int32Array(stop);
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
  }

  check(): void {
    if (Atomics.load(this.#flag, 0) !== 0) throw new MergeStopped('merge stopped');
  }

  /** Before so many bytes are written: waits until they may be. */
  write(bytes: number): void {
    this.check();
    this.#written += bytes;
    const dueMs = this.#startedMs + this.#written / this.#bytesPerMs;
    const waitMs = dueMs - this.#clock.monotonicMs();
    if (waitMs < SHORTEST_WAIT_MS) return;
    Atomics.wait(this.#flag, 0, 0, waitMs);
    this.check();
  }
}
