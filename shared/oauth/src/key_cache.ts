/**
 * The keys of one issuer. Not jose's remote set: measured, that one drops working keys when the issuer serves an empty set, and
 * refuses every token once an outage outlasts its cache. Here the last good set stays in use while the issuer cannot be reached
 * (`staleMs`), one request at a time asks for it, and unknown key ids cannot make us ask more than once per `cooldownMs`.
 */
import type { Clock } from '@skein/base';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { TokenFailure } from './token_failure.js';

export interface JwksDocument {
  readonly keys: readonly JWK[];
}

/** Gets the issuer's key set; rejects when it cannot. Limits (time, size, no redirects) are the fetcher's business. */
export type JwksFetcher = () => Promise<JwksDocument>;

export interface KeyCacheOptions {
  readonly fetch: JwksFetcher;
  readonly clock: Clock;
  /** Algorithms accepted; a key's own `alg`, when it has one, must be the token's. */
  readonly algorithms: readonly string[];
  /** Age at which the set is asked for again. */
  readonly maxAgeMs?: number;
  /** How long an old set stays in use while the issuer does not answer. */
  readonly staleMs?: number;
  /** Least time between two requests caused by unknown key ids or failures. */
  readonly cooldownMs?: number;
}

const MINUTE_MS = 60_000;
const MOST_KEYS = 50;

export class KeyCache {
  readonly #options: Required<KeyCacheOptions>;
  #keys: ReadonlyMap<string, { readonly jwk: JWK; readonly key: CryptoKey }> = new Map();
  #fetchedMs = Number.NEGATIVE_INFINITY;
  #triedMs = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;

  constructor(options: KeyCacheOptions) {
    this.#options = {
      maxAgeMs: 5 * MINUTE_MS,
      staleMs: 24 * 60 * MINUTE_MS,
      cooldownMs: MINUTE_MS / 2,
      ...options,
    };
  }

  /** The key a token names. Rejects with a TokenFailure when there is none. */
  async key(kid: string, algorithm: string): Promise<CryptoKey> {
    const age = this.#options.clock.monotonicMs() - this.#fetchedMs;
    if (age > this.#options.maxAgeMs || !this.#keys.has(kid)) await this.#refresh();
    const stillFresh = this.#options.clock.monotonicMs() - this.#fetchedMs <= this.#options.staleMs;
    const found = stillFresh ? this.#keys.get(kid) : undefined;
    if (!found) throw new TokenFailure('the token is signed with a key the issuer does not list');
    if (found.jwk.alg !== undefined && found.jwk.alg !== algorithm) {
      throw new TokenFailure('the token is signed with another algorithm than its key allows');
    }
    return found.key;
  }

  /** One request at a time, at most one per cool-down; a failure leaves the old set in place. */
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
    const loaded = await this.#options.fetch().catch(() => undefined);
    if (!loaded) return;
    const keys = new Map<string, { jwk: JWK; key: CryptoKey }>();
    for (const jwk of loaded.keys.slice(0, MOST_KEYS)) {
      const key = await importVerificationKey(jwk, this.#options.algorithms);
      if (key && jwk.kid !== undefined) keys.set(jwk.kid, { jwk, key });
    }
    if (keys.size === 0) return;
    this.#keys = keys;
    this.#fetchedMs = this.#options.clock.monotonicMs();
  }
}

/** `undefined` for keys that are not for verifying: symmetric, private, for encryption, or of an algorithm we do not accept. */
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
