/**
 * Is this the user's password? Hashing runs off the event loop, few at a time, behind a bounded queue; an unknown name costs the
 * same as a known one; attempts under one name are throttled, and failures from one address, where addresses can be told apart.
 */
import type { Clock } from '@skein/base';
import { LONGEST_MEMORY_MS, type ThrottlePolicy } from '../models/throttle.js';
import type { User } from '../models/user.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import type { Store } from '../store/store.js';
import { hashPassword, type PasswordCost, verifyPassword } from './password_hash.js';

/** Each takes a thread of the pool and 16 MB for about 0.1 s. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 32;

const LOGIN_THROTTLE: ThrottlePolicy = {
  limit: 10,
  firstWaitMs: 30_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: LONGEST_MEMORY_MS,
};

/** Looser than that of a name: many people may share an address. */
const ADDRESS_THROTTLE: ThrottlePolicy = {
  limit: 50,
  firstWaitMs: 5000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 3_600_000,
};

/** Of one length, whatever is typed. */
export function loginKey(name: string): string {
  return `user:${hashOpaque(name)}`;
}

export class PasswordChecker {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #cost: PasswordCost;
  /** Hash of a password nobody has, for names nobody has. */
  #dummyHash: Promise<string> | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(store: Store, clock: Clock, cost: PasswordCost = { name: 'scrypt' }) {
    this.#store = store;
    this.#clock = clock;
    this.#cost = cost;
  }

  hash(password: string): Promise<string> {
    return this.#queued(() => hashPassword(password, this.#cost));
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * `undefined`: wrong name or password, or a disabled user. Rejects with an OAuthError when there were too many attempts, under the name or
   * from the address (`undefined`: not counted).
   */
  async check(name: string, password: string, address?: string): Promise<User | undefined> {
    const known = name.normalize('NFC');
    const key = loginKey(known);
    const { throttle } = this.#store;
    const nowMs = this.#clock.nowMs();
    const from = address === undefined ? undefined : `address:${hashOpaque(address)}`;
    if (from) refuseFor(await throttle.wait(from, nowMs, ADDRESS_THROTTLE));
    refuseFor(await throttle.attempt(key, nowMs, LOGIN_THROTTLE));
    const user = await this.#store.users.named(known);
    const stored = user?.passwordHash ?? (await this.#dummy());
    const matches = await this.#queued(() => verifyPassword(password, stored));
    if (user && matches && !user.disabled) {
      await throttle.clear(key);
      return user;
    }
    if (from) await throttle.attempt(from, nowMs, ADDRESS_THROTTLE);
    return undefined;
  }

  #dummy(): Promise<string> {
    this.#dummyHash ??= hashPassword('', this.#cost);
    return this.#dummyHash;
  }

  async #queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MOST_AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) {
        throw new OAuthError('temporarily_unavailable', 'too many sign-ins at once');
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw new OAuthError('too_many_attempts', 'too many attempts', { waitMs });
}
