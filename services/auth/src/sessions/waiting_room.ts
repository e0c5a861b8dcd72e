/**
 * Requests that wait for their users, and devices: anybody may make them, without a password, and each is kept for minutes. So many at a time and
 * no more. Counted once a second, for counting takes longer the more there are.
 */
import type { AuthContext } from '../context.js';
import { OAuthError } from '../oauth_error.js';

const COUNTED_MS = 1000;

export class WaitingRoom {
  readonly #most: number;
  #waiting = 0;
  #countedMs = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place; rejects with `temporarily_unavailable` when there is none. */
  async enter({ store, clock }: Pick<AuthContext, 'store' | 'clock'>): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#countedMs >= COUNTED_MS) {
      this.#countedMs = nowMs;
      this.#waiting = await store.countWaiting();
    }
    if (this.#waiting >= this.#most) {
      throw new OAuthError('temporarily_unavailable', 'Too many requests wait for their users', {
        waitMs: 60_000,
      });
    }
    this.#waiting++;
  }
}
