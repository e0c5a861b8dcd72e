/** The signing keys: the newest signs, all of them verify. Made at the first start. */
import { randomUUID } from 'node:crypto';
import { type Clock, expectDefined } from '@skein/base';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { SigningAlgorithm } from '../config.js';
import type { Store } from '../store/store.js';
import { seal, unseal } from './master_key.js';

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
}

export interface KeyStoreOptions {
  readonly store: Store;
  readonly masterKey: Uint8Array;
  readonly algorithm: SigningAlgorithm;
  readonly clock: Clock;
}

export class KeyStore {
  readonly signingKey: SigningKey;
  /** What `/jwks.json` serves. */
  readonly jwks: { readonly keys: readonly JWK[] };

  private constructor(signingKey: SigningKey, keys: readonly JWK[]) {
    this.signingKey = signingKey;
    this.jwks = { keys };
  }

  static async open(options: KeyStoreOptions): Promise<KeyStore> {
    const { store, masterKey, algorithm } = options;
    if (!store.keys().some((key) => key.algorithm === algorithm)) await makeKey(options);
    const stored = store.keys();
    const newest = expectDefined(
      stored.findLast((key) => key.algorithm === algorithm),
      'a key of this algorithm was just made',
    );
    const jwk: JWK = JSON.parse(unseal(masterKey, newest.sealedPrivateJwk));
    const privateKey = (await importJWK(jwk, newest.algorithm)) as CryptoKey;
    const signingKey = { kid: newest.kid, algorithm: newest.algorithm, privateKey };
    return new KeyStore(
      signingKey,
      stored.map((key): JWK => JSON.parse(key.publicJwk)),
    );
  }
}

async function makeKey({ store, masterKey, algorithm, clock }: KeyStoreOptions): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = randomUUID();
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
  store.addKey({
    kid,
    algorithm,
    publicJwk: JSON.stringify(publicJwk),
    sealedPrivateJwk: seal(masterKey, JSON.stringify(await exportJWK(privateKey))),
    createdMs: clock.nowMs(),
  });
}
