/**
 * Slows guessing down without locking anybody out by it. Wrong passwords are counted by name and
 * address together, so that the owner of a name signs in from elsewhere while a guesser waits. A
 * browser that has signed in under the name before has a counter of its own (OWASP: device
 * cookies). Of all others together a name takes a hundred wrong passwords (NIST SP 800-63B §5.2.2),
 * however many addresses they come from.
 */
import type { Clock } from '@skein/base';
import { LONGEST_MEMORY_MS, type ThrottlePolicy } from '../models/throttle.js';
import { addressBlock } from '../network_address.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import type { ThrottleStore } from '../store/store.js';

/** Of a name from one address, and of a name in one browser that is known. */
const LOGIN_THROTTLE: ThrottlePolicy = {
  limit: 10,
  firstWaitMs: 30_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: LONGEST_MEMORY_MS,
};

/** Of a name from everywhere, but for browsers that are known. */
const NAME_THROTTLE: ThrottlePolicy = { ...LOGIN_THROTTLE, limit: 100 };

/** Of an address, whatever the names. Looser: many people may share it. */
const ADDRESS_THROTTLE: ThrottlePolicy = {
  limit: 50,
  firstWaitMs: 5000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 3_600_000,
};

/** Where an attempt comes from. */
export interface SignInSource {
  /** `undefined`: it cannot be told; then all such attempts count as from one. */
  readonly address?: string | undefined;
  /** The browser's id, where it has signed in under this name before: see `device_cookie.ts`. */
  readonly knownDevice?: string | undefined;
}

/** An attempt that was let through; exactly one of the two is called. */
export interface Admission {
  succeeded(): Promise<void>;
  failed(): Promise<void>;
}

/**
 * The counter of a name; those of its pairs begin with it and an `@`. Of one length, whatever is
 * typed.
 */
export function loginKey(name: string): string {
  return `user:${hashOpaque(name)}`;
}

export class LoginThrottle {
  readonly #counters: ThrottleStore;
  readonly #clock: Clock;
  readonly #byAddress: boolean;

  /** `byAddress`: failures of an address are counted over all names too. */
  constructor(counters: ThrottleStore, clock: Clock, byAddress: boolean) {
    this.#counters = counters;
    this.#clock = clock;
    this.#byAddress = byAddress;
  }

  /**
   * Rejects with an OAuthError that says how long to wait. An attempt counts as failed until it has
   * succeeded.
   */
  async admit(name: string, { address, knownDevice }: SignInSource): Promise<Admission> {
    const block = hashOpaque(address === undefined ? '' : addressBlock(address));
    const fromAddress = this.#byAddress ? `address:${block}` : undefined;
    if (fromAddress) refuseFor(await this.#wait(fromAddress, ADDRESS_THROTTLE));
    const failed = async () => {
      if (fromAddress) await this.#attempt(fromAddress, ADDRESS_THROTTLE);
    };
    if (knownDevice !== undefined) {
      const device = `device:${hashOpaque(knownDevice)}`;
      const waitMs = await this.#attempt(device, LOGIN_THROTTLE);
      if (waitMs === 0) return { succeeded: () => this.#counters.clear(device), failed };
      // Its trust is used up: it is one of all others until then.
    }
    const key = loginKey(name);
    const pair = `${key}@${block}`;
    refuseFor(await this.#wait(key, NAME_THROTTLE));
    refuseFor(await this.#attempt(pair, LOGIN_THROTTLE));
    return {
      succeeded: () => this.#counters.clear(pair),
      failed: async () => {
        await this.#attempt(key, NAME_THROTTLE);
        await failed();
      },
    };
  }

  #wait(key: string, policy: ThrottlePolicy): Promise<number> {
    return this.#counters.wait(key, this.#clock.nowMs(), policy);
  }

  #attempt(key: string, policy: ThrottlePolicy): Promise<number> {
    return this.#counters.attempt(key, this.#clock.nowMs(), policy);
  }
}

export function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw new OAuthError('too_many_attempts', 'Too many attempts', { waitMs });
}
