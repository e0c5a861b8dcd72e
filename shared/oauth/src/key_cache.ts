/**
 * The keys of one issuer. Not jose's remote set: measured, that one drops working keys when the
 * issuer serves an empty set, and refuses every token once an outage outlasts its cache. Here the
 * last good set stays in use while the issuer cannot be reached (`staleMs`), over a restart too
 * where it is saved; one request at a time asks for a new one, beside the requests that know their
 * key; unknown key ids that stay unknown cannot make us ask more than once per `cooldownMs`.
 */
import type { Clock } from '@skein/base';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { TokenFailure } from './token_failure.js';

export interface JwksDocument {
  readonly keys: readonly JWK[];
}

/**
 * Gets the issuer's key set; rejects when it cannot. Limits (time, size, no redirects) are the
 * fetcher's business.
 */
export type JwksFetcher = () => Promise<JwksDocument>;

export interface SavedKeySet {
  /** When the issuer was asked, wall clock. */
  readonly fetchedMs: number;
  readonly keys: readonly JWK[];
}

/** Keeps the last good set over a restart. Neither of the two rejects. */
export interface SavedKeys {
  load(): Promise<SavedKeySet | undefined>;
  save(set: SavedKeySet): Promise<void>;
}

export interface KeyCacheOptions {
  readonly fetch: JwksFetcher;
  readonly clock: Clock;
  /** Algorithms accepted; a key's own `alg`, when it has one, must be the token's. */
  readonly algorithms: readonly string[];
  /** Age at which the set is asked for again. */
  readonly maxAgeMs?: number;
  /** How long an old set stays in use while the issuer does not answer. */
  readonly staleMs?: number;
  /** Least time after a request that failed, or did not bring the key it was made for. */
  readonly cooldownMs?: number;
  readonly saved?: SavedKeys;
}

const MINUTE_MS = 60_000;
const MOST_KEYS = 50;
const NOT_SAVED: SavedKeys = { load: async () => undefined, save: async () => undefined };

interface KnownKey {
  readonly jwk: JWK;
  readonly key: CryptoKey;
}

export class KeyCache {
  readonly #options: Required<KeyCacheOptions>;
  #keys: ReadonlyMap<string, KnownKey> = new Map();
  /** Monotonic; before the start of the process for a set that was saved. */
  #fetchedMs = Number.NEGATIVE_INFINITY;
  #triedMs = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;

  constructor(options: KeyCacheOptions) {
    this.#options = {
      maxAgeMs: 5 * MINUTE_MS,
      staleMs: 24 * 60 * MINUTE_MS,
      cooldownMs: MINUTE_MS / 2,
      saved: NOT_SAVED,
      ...options,
    };
  }

  /** The key a token names. Rejects with a TokenFailure when there is none. */
  async key(kid: string, algorithm: string): Promise<CryptoKey> {
    const { maxAgeMs, staleMs } = this.#options;
    const known = this.#ageMs() <= staleMs && this.#keys.has(kid);
    if (!known) await this.#refresh();
    else if (this.#ageMs() > maxAgeMs) void this.#refresh();
    const found = this.#ageMs() <= staleMs ? this.#keys.get(kid) : undefined;
    // Asking was of use: the next unknown key may be asked for at once, too, as when keys are
    // changed twice in a row.
    if (found && !known) this.#triedMs = Number.NEGATIVE_INFINITY;
    if (!found) throw new TokenFailure('the token is signed with a key the issuer does not list');
    if (found.jwk.alg !== undefined && found.jwk.alg !== algorithm) {
      throw new TokenFailure('the token is signed with another algorithm than its key allows');
    }
    return found.key;
  }

  #ageMs(): number {
    return this.#options.clock.monotonicMs() - this.#fetchedMs;
  }

  /**
   * One request at a time, at most one per cool-down; a failure leaves the old set in place. Never
   * rejects.
   */
  async #refresh(): Promise<void> {
    const now = this.#options.clock.monotonicMs();
    if (!this.#pending && now - this.#triedMs < this.#options.cooldownMs) return;
    this.#triedMs = now;
    this.#pending ??= this.#load().finally(() => {
      this.#pending = undefined;
    });
    await this.#pending;
  }

  async #load(): Promise<void> {
    const { fetch, saved, clock } = this.#options;
    const loaded = await fetch().catch(() => undefined);
    if (loaded && (await this.#take(loaded.keys, 0))) {
      await saved.save({ fetchedMs: clock.nowMs(), keys: loaded.keys.slice(0, MOST_KEYS) });
    } else if (this.#keys.size === 0) {
      const kept = await saved.load();
      // A clock that was set back makes the set look younger than new: it counts as new, not as of
      // the future.
      if (kept) await this.#take(kept.keys, Math.max(0, clock.nowMs() - kept.fetchedMs));
    }
  }

  /** `false`: none of them is of use, and the old set stays. */
  async #take(jwks: readonly JWK[], ageMs: number): Promise<boolean> {
    const keys = new Map<string, KnownKey>();
    for (const jwk of jwks.slice(0, MOST_KEYS)) {
      const key = await importVerificationKey(jwk, this.#options.algorithms);
      if (key && jwk.kid !== undefined) keys.set(jwk.kid, { jwk, key });
    }
    if (keys.size === 0) return false;
    this.#keys = keys;
    this.#fetchedMs = this.#options.clock.monotonicMs() - ageMs;
    return true;
  }
}

/**
 * `undefined` for keys that are not for verifying: symmetric, private, for encryption, or of an
 * algorithm we do not accept.
 */
async function importVerificationKey(
  jwk: JWK,
  algorithms: readonly string[],
): Promise<CryptoKey | undefined> {
  const unusable =
    jwk.kty === 'oct' || jwk.d !== undefined || (jwk.use !== undefined && jwk.use !== 'sig');
  const algorithm = jwk.alg ?? algorithms[0] ?? '';
  if (unusable || !algorithms.includes(algorithm)) return undefined;
  try {
    return (await importJWK(jwk, algorithm)) as CryptoKey;
  } catch {
    return undefined;
  }
}
