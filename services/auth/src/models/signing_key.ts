/** Signing keys at rest. */
import type { SigningAlgorithm } from '../config.js';

/** A signing key as stored: the public half in the clear, the private half sealed. */
export interface StoredKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** Public JWK, JSON. */
  readonly publicJwk: string;
  /** AES-256-GCM of the private JWK's JSON: nonce (12 bytes), tag (16), cipher text. */
  readonly sealedPrivateJwk: Uint8Array;
  readonly createdMs: number;
  /** When the key begins to sign; it is published earlier, so that all servers know it by then. */
  readonly activeMs: number;
  /**
   * The key it succeeds. No two keys succeed the same one, so only one of several instances creates
   * the next key.
   */
  readonly follows: string | undefined;
  /** Revoked keys are no longer published. */
  readonly revokedMs: number | undefined;
}
