/**
 * A node's disk: writes become durable later and in order; a crash loses those that are not
 * durable, except for a random prefix of them.
 */
import { BLANK_PERSISTENT, type PersistentState } from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';

export class SimulatedDisk {
  #durable: PersistentState = BLANK_PERSISTENT;
  #durableToken = 0;
  #pending: { readonly token: number; readonly state: PersistentState }[] = [];

  get durable(): PersistentState {
    return this.#durable;
  }

  /** Every write up to this token is durable. */
  get durableToken(): number {
    return this.#durableToken;
  }

  write(token: number, state: PersistentState): void {
    this.#pending.push({ token, state });
  }

  /** Makes the oldest write durable. */
  flushOne(): void {
    const next = this.#pending.shift();
    if (!next) return;
    this.#durable = next.state;
    this.#durableToken = next.token;
  }

  crash(random: SeededRandom): void {
    let kept = random.below(this.#pending.length + 1);
    while (kept-- > 0) this.flushOne();
    this.#pending = [];
    this.#durableToken = 0;
  }
}
