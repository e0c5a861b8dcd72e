/**
 * What a user (or a password) has allowed a client. All codes and tokens that come from one consent
 * are a family: they carry the grant's id and die with it.
 */
export interface Grant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** When the user signed in, milliseconds (RFC 9068 §2.2.1 `auth_time`). */
  readonly authMs: number;
  readonly createdMs: number;
  /** No refresh token of the family outlives this. */
  readonly expiresMs: number;
  readonly revokedMs: number | undefined;
}

/** How long a dead code is remembered, so that a replay still ends its family. */
export const CODE_MEMORY_MS = 3_600_000;

export interface AuthorizationCode {
  /** SHA-256; the code itself is known to the client alone. */
  readonly hash: string;
  readonly grantId: string;
  readonly clientId: string;
  /**
   * As it stood in the request; `undefined` when it did not (RFC 6749 §4.1.3: then it need not be
   * repeated).
   */
  readonly redirectUri: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly challengeMethod: string | undefined;
  /** Thumbprint the code is bound to (RFC 9449 §10). */
  readonly dpopThumbprint: string | undefined;
  readonly expiresMs: number;
  readonly usedMs: number | undefined;
}

export interface RefreshToken {
  readonly hash: string;
  readonly grantId: string;
  readonly clientId: string;
  /** Key of a public client's DPoP proofs (RFC 9449 §5). */
  readonly dpopThumbprint: string | undefined;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly usedMs: number | undefined;
}
