/** Waiters for a change of the master, with a timeout. */
import type { Timers } from '@skein/base';

export class RoleWaiters {
  readonly #timers: Timers;
  readonly #waiting = new Set<() => void>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  changed(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        timer.cancel();
        this.#waiting.delete(done);
        resolve();
      };
      const timer = this.#timers.after(Math.max(0, timeoutMs), done);
      this.#waiting.add(done);
    });
  }

  notify(): void {
    for (const done of [...this.#waiting]) done();
  }
}
