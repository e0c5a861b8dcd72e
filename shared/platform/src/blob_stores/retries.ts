/**
 * Retries of a store's calls after transient failures: the pause doubles each time, and a random
 * part of it is waited
 * (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/).
 */
import { pauseFor } from '@skein/base';
import { StoreFault } from '@skein/snapshots';
import { systemRandom } from '../system_random.js';
import { systemTimers } from '../system_timers.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 20_000;

export interface RetryOptions {
  readonly maxRetries: number;
  /** True if retries wait, longer each time. */
  readonly isThrottled: boolean;
}

export class Retries {
  readonly #options: RetryOptions;
  readonly #closed = new AbortController();

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /**
   * Runs `call`, which must end when its signal aborts, that is, when the store is closed. Rejects
   * with the last call's fault. `name`: the name of the affected blob.
   */
  async run<T>(
    name: string,
    call: (closed: AbortSignal) => Promise<T>,
    isPassing: (fault: unknown) => boolean,
  ): Promise<T> {
    const { maxRetries, isThrottled } = this.#options;
    const closed = this.#closed.signal;
    for (let retries = 0; ; retries++) {
      if (closed.aborted) throw new StoreFault(`[${name}] the store was closed`);
      try {
        return await call(closed);
      } catch (fault) {
        if (!closed.aborted && (retries === maxRetries || !isPassing(fault))) throw fault;
      }
      if (isThrottled) await this.#pause(retries);
    }
  }

  close(): void {
    this.#closed.abort();
  }

  async #pause(retries: number): Promise<void> {
    const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
    await pauseFor(longestMs * systemRandom.next(), systemTimers, this.#closed.signal);
  }
}
