/**
 * Limits pending requests and devices, which anyone can create without a password and which are
 * kept for minutes. The count is refreshed once a second, because counting takes longer the more
 * there are. When half of the places are taken, an address that took a tenth of them lately is
 * refused, so that the other half stays free for others.
 */
import type { AuthContext } from '../context.js';
import { addressBlock } from '../network_address.js';
import { OAuthError } from '../oauth_error.js';
import { PENDING_MS } from './lifetimes.js';

const COUNTED_MS = 1000;
/** Below this share of taken places, addresses are not limited. */
const BUSY_SHARE = 0.5;
const ADDRESS_SHARE = 0.1;
const WAIT_MS = 60_000;

export class WaitingRoom {
  readonly #most: number;
  readonly #addresses: AddressCounts;
  #waiting = 0;
  #countedMs = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
    this.#addresses = new AddressCounts(most);
  }

  /**
   * Takes a place; rejects with `temporarily_unavailable` if there is none, or none for this
   * address.
   */
  async enter(
    { store, clock }: Pick<AuthContext, 'store' | 'clock'>,
    address: string | undefined,
  ): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#countedMs >= COUNTED_MS) {
      this.#countedMs = nowMs;
      this.#waiting = await store.countWaiting();
    }
    if (this.#waiting >= this.#most) {
      throw unavailable('Too many requests wait for their users');
    }
    const block = addressBlock(address ?? '');
    const isBusy = this.#waiting >= this.#most * BUSY_SHARE;
    if (isBusy && this.#addresses.of(block, nowMs) >= this.#most * ADDRESS_SHARE) {
      throw unavailable('Too many requests of this address wait for their users');
    }
    this.#addresses.add(block, nowMs);
    this.#waiting++;
  }
}

function unavailable(reason: string): OAuthError {
  return new OAuthError('temporarily_unavailable', reason, { waitMs: WAIT_MS });
}

/**
 * Counts of entries by address block, for as long as they may still be waiting: in the current span
 * of `PENDING_MS` and the one before.
 */
class AddressCounts {
  /** Limit for one span; beyond it, the span before is dropped early. */
  readonly #mostBlocks: number;
  #now = new Map<string, number>();
  #before = new Map<string, number>();
  #sinceMs = Number.NEGATIVE_INFINITY;

  constructor(mostBlocks: number) {
    this.#mostBlocks = mostBlocks;
  }

  of(block: string, nowMs: number): number {
    this.#turn(nowMs);
    return (this.#now.get(block) ?? 0) + (this.#before.get(block) ?? 0);
  }

  add(block: string, nowMs: number): void {
    this.#turn(nowMs);
    this.#now.set(block, (this.#now.get(block) ?? 0) + 1);
  }

  #turn(nowMs: number): void {
    const agoMs = nowMs - this.#sinceMs;
    if (agoMs < PENDING_MS && this.#now.size < this.#mostBlocks) return;
    this.#before = agoMs < 2 * PENDING_MS ? this.#now : new Map();
    this.#now = new Map();
    this.#sinceMs = nowMs;
  }
}
