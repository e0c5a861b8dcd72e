/**
 * The record of a user's consent (or password) for a client. All codes and tokens from one consent
 * form a family: they carry the grant's id and end with it.
 */
export interface Grant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** Time of the sign-in in milliseconds (RFC 9068 §2.2.1 `auth_time`). */
  readonly authMs: number;
  readonly createdMs: number;
  /** No refresh token of the family is valid after this time. */
  readonly expiresMs: number;
  readonly revokedMs: number | undefined;
}

/** Time for which a used or expired code is remembered, so that a replay still ends its family. */
export const CODE_MEMORY_MS = 3_600_000;

export interface AuthorizationCode {
  /** SHA-256 of the code, which only the client knows. */
  readonly hash: string;
  readonly grantId: string;
  readonly clientId: string;
  /**
   * The value in the request; undefined if it had none (RFC 6749 §4.1.3: it then need not be
   * repeated).
   */
  readonly redirectUri: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly challengeMethod: string | undefined;
  /** Thumbprint of the key that the code is bound to (RFC 9449 §10). */
  readonly dpopThumbprint: string | undefined;
  readonly expiresMs: number;
  readonly usedMs: number | undefined;
}

export interface RefreshToken {
  readonly hash: string;
  readonly grantId: string;
  readonly clientId: string;
  /** Thumbprint of the key of a public client's DPoP proofs (RFC 9449 §5). */
  readonly dpopThumbprint: string | undefined;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly usedMs: number | undefined;
}
