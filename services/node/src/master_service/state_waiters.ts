/**
 * Waiters for a condition of the cluster state, checked once per applied state, never by polling.
 */
import type { TimerHandle, Timers } from '@skein/base';
import type { ClusterState } from '@skein/cluster';
import type { WaitOptions } from './contract.js';

interface Waiter {
  readonly predicate: (state: ClusterState) => boolean;
  readonly finish: (holds: boolean) => void;
}

export class StateWaiters {
  readonly #timers: Timers;
  readonly #waiters = new Set<Waiter>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Resolves to true at once when the predicate holds for `state`. An aborted caller gets false.
   */
  waitFor(
    state: ClusterState,
    predicate: (state: ClusterState) => boolean,
    { timeoutMs, signal }: WaitOptions,
  ): Promise<boolean> {
    if (predicate(state)) return Promise.resolve(true);
    if (timeoutMs === 0 || signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      let timer: TimerHandle | undefined;
      const onAbort = () => waiter.finish(false);
      const waiter: Waiter = {
        predicate,
        finish: (holds) => {
          this.#waiters.delete(waiter);
          timer?.cancel();
          signal?.removeEventListener('abort', onAbort);
          resolve(holds);
        },
      };
      this.#waiters.add(waiter);
      if (timeoutMs > 0) timer = this.#timers.after(timeoutMs, () => waiter.finish(false));
      signal?.addEventListener('abort', onAbort);
    });
  }

  /** Checks the waiters against a new applied state. */
  notify(state: ClusterState): void {
    for (const waiter of [...this.#waiters]) {
      if (waiter.predicate(state)) waiter.finish(true);
    }
  }

  /** Ends all waiters, because the node stops. */
  close(): void {
    for (const waiter of [...this.#waiters]) waiter.finish(false);
  }
}
