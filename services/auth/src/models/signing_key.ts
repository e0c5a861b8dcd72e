/** A signing key as stored: the public half in the clear, the private half sealed. */
export interface StoredKey {
  readonly kid: string;
  readonly algorithm: string;
  /** Public JWK, JSON. */
  readonly publicJwk: string;
  /** AES-256-GCM of the private JWK's JSON: nonce (12 bytes), tag (16), cipher text. */
  readonly sealedPrivateJwk: Uint8Array;
  readonly createdMs: number;
  /** From when it signs: published before, so that everybody knows it by then. */
  readonly activeMs: number;
  /**
   * The key it was made to follow; no two follow the same, so of several instances one makes the
   * next key.
   */
  readonly follows: string | undefined;
  /** Revoked keys are published no more. */
  readonly revokedMs: number | undefined;
}
