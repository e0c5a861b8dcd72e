/**
 * The keys of one issuer. jose's remote set is not used: as measured, it drops working keys when
 * the issuer serves an empty set, and refuses every token once an outage outlasts its cache. Here
 * the last good set stays in use while the issuer is unreachable (`staleMs`), also over a restart
 * if it is saved. One request at a time fetches a new set, without delaying requests with known
 * keys; unknown key ids trigger at most one fetch per `cooldownMs`, or per `retryMs` while fetches
 * fail.
 */
import type { Clock } from '@skein/base';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { KeysUnavailable } from './keys_unavailable.js';
import { TokenFailure } from './token_failure.js';

export interface JwksDocument {
  readonly keys: readonly JWK[];
}

/**
 * Fetches the issuer's key set; rejects on failure. The fetcher enforces limits (time, size, no
 * redirects).
 */
export type JwksFetcher = () => Promise<JwksDocument>;

export interface SavedKeySet {
  /** Wall clock of the fetch. */
  readonly fetchedMs: number;
  readonly keys: readonly JWK[];
}

/** Stores the last good set over a restart. Neither method rejects. */
export interface SavedKeys {
  load(): Promise<SavedKeySet | undefined>;
  save(set: SavedKeySet): Promise<void>;
}

export interface KeyCacheOptions {
  readonly fetch: JwksFetcher;
  readonly clock: Clock;
  /** Accepted algorithms; if a key has an `alg`, it must be the token's. */
  readonly algorithms: readonly string[];
  /** Age at which the set is fetched again. */
  readonly maxAgeMs?: number;
  /** Time for which an old set stays in use while the issuer is unreachable. */
  readonly staleMs?: number;
  /** Minimum time after a fetch that lacked the wanted key. */
  readonly cooldownMs?: number;
  /** Minimum time after a fetch that failed. */
  readonly retryMs?: number;
  readonly saved?: SavedKeys;
  /** Called when fetches begin to fail, and without a failure when they work again. */
  readonly changed?: (failure?: unknown) => void;
}

/** Time after a failed fetch of keys, at which clients may ask again. */
export const KEYS_RETRY_MS = 1000;

const MINUTE_MS = 60_000;
const MOST_KEYS = 50;
const NOT_SAVED: SavedKeys = { load: async () => undefined, save: async () => undefined };

/**
 * The keys of one key id by the algorithms they verify. A listed key without an `alg` verifies each
 * accepted algorithm of its type (RFC 7517 §4.4); keys of several types may share an id (§4.5).
 */
type KnownKey = ReadonlyMap<string, CryptoKey>;

export class KeyCache {
  readonly #options: Required<KeyCacheOptions>;
  #keys: ReadonlyMap<string, KnownKey> = new Map();
  /** Monotonic time; for a saved set, it may precede the start of the process. */
  #fetchedMs = Number.NEGATIVE_INFINITY;
  #triedMs = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;
  /** Undefined before the first fetch, and after one that worked. */
  #failure: unknown;

  constructor(options: KeyCacheOptions) {
    this.#options = {
      maxAgeMs: 5 * MINUTE_MS,
      staleMs: 24 * 60 * MINUTE_MS,
      cooldownMs: MINUTE_MS / 2,
      retryMs: KEYS_RETRY_MS,
      saved: NOT_SAVED,
      changed: () => {},
      ...options,
    };
  }

  /**
   * The key with the token's key id. Rejects with a TokenFailure if the newest set lacks it, and
   * with KeysUnavailable if there is no set because fetches fail.
   */
  async key(kid: string, algorithm: string): Promise<CryptoKey> {
    const { maxAgeMs, staleMs } = this.#options;
    const known = this.#ageMs() <= staleMs && this.#keys.has(kid);
    if (!known) await this.#refresh();
    else if (this.#ageMs() > maxAgeMs) void this.#refresh();
    const found = this.#ageMs() <= staleMs ? this.#keys.get(kid) : undefined;
    // The fetch was useful, so the next unknown key may be fetched at once, as when keys change
    // twice in a row.
    if (found && !known) this.#triedMs = Number.NEGATIVE_INFINITY;
    if (!found) throw this.#missing();
    const key = found.get(algorithm);
    if (key !== undefined) return key;
    throw new TokenFailure('the token is signed with another algorithm than its key allows');
  }

  #missing(): Error {
    const cause = this.#failure;
    const hasSet = this.#ageMs() <= this.#options.staleMs;
    return hasSet || cause === undefined
      ? new TokenFailure('the token is signed with a key the issuer does not list')
      : new KeysUnavailable('the keys of the issuer cannot be fetched at the moment', { cause });
  }

  #ageMs(): number {
    return this.#options.clock.monotonicMs() - this.#fetchedMs;
  }

  /**
   * Makes one fetch at a time, and at most one per cool-down or retry time; a failure keeps the old
   * set. Never rejects.
   */
  async #refresh(): Promise<void> {
    const { clock, cooldownMs, retryMs } = this.#options;
    const now = clock.monotonicMs();
    const pauseMs = this.#failure === undefined ? cooldownMs : retryMs;
    if (!this.#pending && now - this.#triedMs < pauseMs) return;
    this.#triedMs = now;
    this.#pending ??= this.#load().finally(() => {
      this.#pending = undefined;
    });
    await this.#pending;
  }

  async #load(): Promise<void> {
    const { saved, clock, changed } = this.#options;
    const failure: unknown = await this.#fetch().catch((error: unknown) => error);
    const isChanged = (failure === undefined) !== (this.#failure === undefined);
    this.#failure = failure;
    if (isChanged) changed(failure);
    if (failure === undefined || this.#keys.size > 0) return;
    const kept = await saved.load();
    // If the clock was set back, the set's age would be negative: it then counts as new.
    if (kept) await this.#take(kept.keys, Math.max(0, clock.nowMs() - kept.fetchedMs));
  }

  /** Fetches and saves a new set. Rejects if it cannot be fetched or has no usable key. */
  async #fetch(): Promise<void> {
    const { fetch, saved, clock } = this.#options;
    const { keys } = await fetch();
    if (!(await this.#take(keys, 0))) throw new KeysUnavailable('the issuer lists no usable key');
    await saved.save({ fetchedMs: clock.nowMs(), keys: keys.slice(0, MOST_KEYS) });
  }

  /** False if none of the keys is usable; the old set then stays. */
  async #take(jwks: readonly JWK[], ageMs: number): Promise<boolean> {
    const keys = new Map<string, KnownKey>();
    for (const jwk of jwks.slice(0, MOST_KEYS)) {
      const { kid } = jwk;
      const imported = await verificationKeys(jwk, this.#options.algorithms);
      if (kid === undefined || imported.length === 0) continue;
      keys.set(kid, new Map([...(keys.get(kid) ?? []), ...imported]));
    }
    if (keys.size === 0) return false;
    this.#keys = keys;
    this.#fetchedMs = this.#options.clock.monotonicMs() - ageMs;
    return true;
  }
}

/**
 * The key for each accepted algorithm that it suits. None for keys unsuitable for verification:
 * symmetric, private, for encryption, or with an unaccepted algorithm.
 */
async function verificationKeys(
  jwk: JWK,
  accepted: readonly string[],
): Promise<readonly (readonly [algorithm: string, key: CryptoKey])[]> {
  const unusable =
    jwk.kty === 'oct' || jwk.d !== undefined || (jwk.use !== undefined && jwk.use !== 'sig');
  if (unusable) return [];
  const algorithms = accepted.filter((each) => jwk.alg === undefined || jwk.alg === each);
  const keys = await Promise.all(
    algorithms.map(async (algorithm) => [algorithm, await imported(jwk, algorithm)] as const),
  );
  return keys.flatMap(([algorithm, key]) => (key === undefined ? [] : [[algorithm, key] as const]));
}

/** Undefined if the key is malformed, or of another type than the algorithm. */
async function imported(jwk: JWK, algorithm: string): Promise<CryptoKey | undefined> {
  try {
    const key = await importJWK(jwk, algorithm);
    return key instanceof Uint8Array ? undefined : key;
  } catch {
    return undefined;
  }
}
