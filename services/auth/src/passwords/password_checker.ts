/**
 * Checks a user's password. Hashing runs off the event loop, a few at a time, behind a bounded
 * queue. Every check derives a key with each cost in use, so its time reveals neither whether the
 * name exists nor how old its password is. A sign-in upgrades its hash to the current cost, so that
 * old costs disappear. `login_throttle.ts` slows guessing.
 */
import type { Clock } from '@skein/base';
import type { User } from '../models/user.js';
import { addressBlock } from '../network_address.js';
import { OAuthError } from '../oauth_error.js';
import type { Store } from '../store/store.js';
import { LoginThrottle, type SignInSource } from './login_throttle.js';
import {
  costOf,
  hashOfNobody,
  hashPassword,
  type PasswordCost,
  textOf,
  verifyPassword,
} from './password_hash.js';

/** Each uses a thread of the pool and 16 MB for about 0.1 s. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 32;
/**
 * When half of the queue is taken, each address may have this many places: a client that tries many
 * passwords cannot keep others from signing in.
 */
const SCARCE = MOST_WAITING / 2;
const MOST_OF_ADDRESS = 2;
/** Time for which the list of costs in use is cached. */
const COSTS_MS = 60_000;

export interface PasswordCheckerOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Cost of new hashes. */
  readonly cost?: PasswordCost;
  /** True if failures of an address also count over all names. */
  readonly throttleByAddress?: boolean;
}

export class PasswordChecker {
  readonly #store: Store;
  readonly #cost: PasswordCost;
  readonly #throttle: LoginThrottle;
  readonly #clock: Clock;
  /** The cached list of costs in use. */
  #costs: { readonly inUse: readonly string[]; readonly readMs: number } | undefined;
  #running = 0;
  readonly #waiting: { readonly block: string | undefined; readonly go: () => void }[] = [];

  constructor({ store, clock, cost, throttleByAddress = false }: PasswordCheckerOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#cost = cost ?? { name: 'scrypt' };
    this.#throttle = new LoginThrottle(store.throttle, clock, throttleByAddress);
  }

  hash(password: string): Promise<string> {
    return this.#queued(undefined, () => hashPassword(password, this.#cost));
  }

  /** Number of checks waiting. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Undefined for a wrong name or password, or a disabled user. Rejects with an OAuthError after
   * too many attempts.
   */
  async check(
    name: string,
    password: string,
    source: SignInSource = {},
  ): Promise<User | undefined> {
    const known = name.normalize('NFC');
    const admission = await this.#throttle.admit(known, source);
    const user = await this.#store.users.named(known);
    const usual = textOf(this.#cost);
    const stored = user?.passwordHash ?? hashOfNobody(usual);
    const costs = new Set([usual, ...(await this.#costsInUse())]);
    costs.delete(costOf(stored));
    const block = addressBlock(source.address ?? '');
    const { matches, anew } = await this.#queued(block, async () => {
      for (const cost of costs) await verifyPassword(password, hashOfNobody(cost));
      const good = await verifyPassword(password, stored);
      const isOld = good && costOf(stored) !== usual;
      return { matches: good, anew: isOld ? await hashPassword(password, this.#cost) : undefined };
    });
    if (!user || !matches || user.disabled) {
      await admission.failed();
      return undefined;
    }
    await admission.succeeded();
    if (anew !== undefined) await this.#store.users.rehash(user.id, stored, anew);
    return user;
  }

  #hasPlace(block: string | undefined): boolean {
    const { length } = this.#waiting;
    if (length < SCARCE || block === undefined) return length < MOST_WAITING;
    const ofBlock = this.#waiting.filter((one) => one.block === block).length;
    return length < MOST_WAITING && ofBlock < MOST_OF_ADDRESS;
  }

  async #costsInUse(): Promise<readonly string[]> {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#costs;
    if (known && nowMs - known.readMs < COSTS_MS) return known.inUse;
    const inUse = await this.#store.users.passwordCosts();
    this.#costs = { inUse, readMs: nowMs };
    return inUse;
  }

  /** `block`: of the client's address; undefined for internal work. */
  async #queued<T>(block: string | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#running >= MOST_AT_ONCE) {
      if (!this.#hasPlace(block)) {
        throw new OAuthError('temporarily_unavailable', 'too many sign-ins at once');
      }
      await new Promise<void>((go) => this.#waiting.push({ block, go }));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.go();
      else this.#running--;
    }
  }
}
