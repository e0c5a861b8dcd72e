/** Waits until the segments of a following copy contain everything in its log. */
import { ApiError } from '@skein/errors';

/**
 * Limit of the wait. The primary publishes its documents with its next refresh, if its index is
 * refreshed at all.
 */
const PATIENCE_MS = 30_000;

interface Waiter {
  readonly untilMs: number;
  readonly resolve: () => void;
  readonly reject: (error: ApiError) => void;
}

interface CaughtUpOptions {
  readonly monotonicMs: () => number;
  readonly isBehind: () => boolean;
  /** The shard's name as `[index][shard]`. */
  readonly name: string;
}

export class CaughtUp {
  readonly #options: CaughtUpOptions;
  #waiters: Waiter[] = [];

  constructor(options: CaughtUpOptions) {
    this.#options = options;
  }

  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  /** Resolves when nothing is missing; rejects on timeout. */
  async wait(): Promise<void> {
    const { isBehind, monotonicMs } = this.#options;
    if (!isBehind()) return;
    const untilMs = monotonicMs() + PATIENCE_MS;
    await new Promise<void>((resolve, reject) => this.#waiters.push({ untilMs, resolve, reject }));
  }

  /** Checks the waiters. Call it when segments have arrived, and about once a second. */
  look(): void {
    if (this.#waiters.length === 0) return;
    const { isBehind, monotonicMs, name } = this.#options;
    const waiters = this.#waiters;
    if (!isBehind()) {
      this.#waiters = [];
      for (const { resolve } of waiters) resolve();
      return;
    }
    const nowMs = monotonicMs();
    this.#waiters = waiters.filter(({ untilMs }) => untilMs > nowMs);
    for (const { untilMs, reject } of waiters) {
      if (untilMs <= nowMs) reject(stillBehind(name));
    }
  }

  /** Called when the copy is closed. */
  end(): void {
    for (const { reject } of this.#waiters.splice(0)) reject(stillBehind(this.#options.name));
  }
}

function stillBehind(name: string): ApiError {
  return new ApiError(
    'illegal_state_exception',
    `Replication still in progress for ${name}: refresh its index, and retry when _cat/segment_replication shows no checkpoints behind`,
  );
}
