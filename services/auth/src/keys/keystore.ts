/**
 * The signing keys. A key is published before it signs (`activeMs`) and until its last token has
 * expired, so that no resource server meets an unknown key. The store is authoritative: `refresh`
 * follows changes by the command line.
 */
import { createPrivateKey, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { type Clock, expectDefined } from '@skein/base';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { SigningAlgorithm } from '../config.js';
import type { StoredKey } from '../models/signing_key.js';
import type { Store } from '../store/store.js';
import { isTaken } from '../store/taken.js';
import { openSealedKey, seal } from './master_key.js';

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
}

interface KeyStoreOptions {
  readonly store: Store;
  readonly masterKey: Uint8Array;
  readonly algorithm: SigningAlgorithm;
  readonly clock: Clock;
  /** Age at which a key gets a successor. */
  readonly rotationMs?: number;
  /** Time for which a key is published before it signs. */
  readonly leadMs?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Age up to which the keys that were read count as current. */
const FRESH_MS = 1000;
/** The longest lifetime of an access token, plus an hour for clocks and caches. */
const RETIREMENT_MS = 2 * HOUR_MS;

export class KeyStore {
  readonly #options: Required<KeyStoreOptions>;
  #stored: readonly StoredKey[] = [];
  /** Keys that are not revoked, by their `activeMs`. */
  #live: readonly StoredKey[] = [];
  /** The live keys with the configured algorithm. */
  #ours: readonly StoredKey[] = [];
  #readMs = 0;
  readonly #private = new Map<string, SigningKey>();

  private constructor(options: KeyStoreOptions) {
    this.#options = { rotationMs: 30 * DAY_MS, leadMs: DAY_MS, ...options };
  }

  /** Creates the first key if there is none, which signs at once. */
  static async open(options: KeyStoreOptions): Promise<KeyStore> {
    const keys = new KeyStore(options);
    await keys.refresh();
    if (!keys.#current()) await keys.#follow({ atOnce: true });
    return keys;
  }

  /** The newest key that is active. */
  get signingKey(): SigningKey {
    const current = expectDefined(this.#current(), 'open() saw to a key');
    return expectDefined(this.#private.get(current.kid), 'refresh() opened every key in use');
  }

  /** Future keys, the current key, and those whose tokens may still be valid. */
  get jwks(): { readonly keys: JWK[] } {
    const nowMs = this.#options.clock.nowMs();
    const published = this.#live.filter((key) => nowMs < this.#retiredMs(key));
    return { keys: published.map((key): JWK => JSON.parse(key.publicJwk)) };
  }

  /**
   * The published keys in the store's current state, so that all instances publish a new key at
   * once.
   */
  async published(): Promise<{ readonly keys: JWK[] }> {
    const { monotonicMs } = this.#options.clock;
    if (monotonicMs() - this.#readMs >= FRESH_MS) await this.refresh();
    return this.jwks;
  }

  /** Reads the store again, and creates the next key when it is due. */
  async maintain(): Promise<void> {
    await this.refresh();
    const { clock, rotationMs, leadMs } = this.#options;
    const newest = this.#ours.at(-1);
    const nextMs = (newest?.activeMs ?? 0) + rotationMs - leadMs;
    const missing = this.#current() === undefined;
    if (missing || clock.nowMs() >= nextMs) await this.#follow({ atOnce: missing });
  }

  async refresh(): Promise<void> {
    const stored = await this.#options.store.keys.all();
    for (const key of stored) {
      // Revoked keys are opened too: they are sealed with the same master key. They sign nothing,
      // because they are not live.
      if (!this.#private.has(key.kid)) {
        this.#private.set(key.kid, openKey(key, this.#options.masterKey));
      }
    }
    this.#stored = stored;
    this.#live = stored
      .filter((key) => key.revokedMs === undefined)
      .sort((a, b) => a.activeMs - b.activeMs || a.createdMs - b.createdMs);
    this.#ours = this.#live.filter((key) => key.algorithm === this.#options.algorithm);
    this.#readMs = this.#options.clock.monotonicMs();
  }

  /** Adds a key; it signs after the lead time, or at once. */
  async rotate({ atOnce }: { readonly atOnce: boolean }): Promise<string> {
    const key = await makeKey(this.#options, atOnce ? 0 : this.#options.leadMs);
    await this.#options.store.keys.add(key);
    await this.refresh();
    return key.kid;
  }

  /** Creates the successor of the last key, unless another instance has just done so. */
  async #follow({ atOnce }: { readonly atOnce: boolean }): Promise<void> {
    const { algorithm, store, leadMs } = this.#options;
    const last = this.#stored.findLast((key) => key.algorithm === algorithm);
    const key = await makeKey(this.#options, atOnce ? 0 : leadMs);
    try {
      await store.keys.add({ ...key, follows: last?.kid ?? `nothing, as the first ${algorithm}` });
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    await this.refresh();
  }

  #current(): StoredKey | undefined {
    const nowMs = this.#options.clock.nowMs();
    return this.#ours.findLast((key) => key.activeMs <= nowMs);
  }

  /** The time when all of its tokens have expired. */
  #retiredMs(key: StoredKey): number {
    const successor = this.#ours.find((other) => other.activeMs > key.activeMs);
    return successor ? successor.activeMs + RETIREMENT_MS : Number.POSITIVE_INFINITY;
  }
}

function openKey(
  { kid, algorithm, sealedPrivateJwk }: StoredKey,
  masterKey: Uint8Array,
): SigningKey {
  const key: JsonWebKey = JSON.parse(openSealedKey(masterKey, sealedPrivateJwk));
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  return { kid, algorithm, privateKey };
}

async function makeKey(
  { masterKey, algorithm, clock }: KeyStoreOptions,
  leadMs: number,
): Promise<StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = randomUUID();
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
  const createdMs = clock.nowMs();
  return {
    kid,
    algorithm,
    publicJwk: JSON.stringify(publicJwk),
    sealedPrivateJwk: seal(masterKey, JSON.stringify(await exportJWK(privateKey))),
    createdMs,
    activeMs: createdMs + leadMs,
    revokedMs: undefined,
    follows: undefined,
  };
}
