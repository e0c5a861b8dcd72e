/**
 * Slows guessing without locking users out. Wrong passwords are counted by name and address
 * together, so that the owner of a name can sign in from elsewhere while a guesser waits. A browser
 * that has signed in under the name before has its own counter (OWASP: device cookies). All others
 * together may try a hundred wrong passwords for a name (NIST SP 800-63B §5.2.2), however many
 * addresses they use.
 */
import type { Clock } from '@skein/base';
import { LONGEST_MEMORY_MS, type ThrottlePolicy } from '../models/throttle.js';
import { addressBlock } from '../network_address.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import type { ThrottleStore } from '../store/store.js';

/** For a name from one address, and for a name in one known browser. */
const LOGIN_THROTTLE: ThrottlePolicy = {
  limit: 10,
  firstWaitMs: 30_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: LONGEST_MEMORY_MS,
};

/** For a name from everywhere except known browsers. */
const NAME_THROTTLE: ThrottlePolicy = { ...LOGIN_THROTTLE, limit: 100 };

/** For an address, whatever the names. Looser, because many people may share it. */
const ADDRESS_THROTTLE: ThrottlePolicy = {
  limit: 50,
  firstWaitMs: 5000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 3_600_000,
};

/** The source of an attempt. */
export interface SignInSource {
  /** Undefined if unknown; all such attempts count as from one address. */
  readonly address?: string | undefined;
  /** The browser's id, if it has signed in under this name before: see `device_cookie.ts`. */
  readonly knownDevice?: string | undefined;
}

/** An admitted attempt; exactly one of the two methods is called. */
export interface Admission {
  succeeded(): Promise<void>;
  failed(): Promise<void>;
}

/**
 * The counter key of a name. The keys of its name and address pairs begin with it and an `@`. It
 * has a fixed length, whatever is typed.
 */
export function loginKey(name: string): string {
  return `user:${hashOpaque(name)}`;
}

export class LoginThrottle {
  readonly #counters: ThrottleStore;
  readonly #clock: Clock;
  readonly #byAddress: boolean;

  /** `byAddress`: failures of an address are also counted over all names. */
  constructor(counters: ThrottleStore, clock: Clock, byAddress: boolean) {
    this.#counters = counters;
    this.#clock = clock;
    this.#byAddress = byAddress;
  }

  /**
   * Rejects with an OAuthError that contains the wait. An attempt counts as failed until it has
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
      // The known browser has used up its attempts and is treated like any other until they are
      // forgotten.
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
