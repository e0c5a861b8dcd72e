/** A registered OAuth client. */
export type ClientType = 'confidential' | 'public' | 'native';

/**
 * `rotating`: every use of a refresh token gives a new one. `stable`: it stays the same; for
 * confidential clients only.
 */
export type RefreshRotation = 'rotating' | 'stable';

/** An asymmetric public key as in RFC 7517. */
export type PublicJwk = Readonly<Record<string, unknown>>;

export interface Client {
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  /**
   * RFC 6749 §2.1; `native` is a public client whose loopback redirects may use any port (RFC 8252
   * §7.3).
   */
  readonly type: ClientType;
  /**
   * SHA-256 of the generated secret (256 random bits, so a fast hash is enough); `undefined` for
   * public clients.
   */
  readonly secretHash: Uint8Array | undefined;
  readonly grants: readonly string[];
  /** Scope entries the client may ask for at most. */
  readonly scopes: readonly string[];
  /** Compared character by character (RFC 9700 §2.1). */
  readonly redirectUris: readonly string[];
  /**
   * Web origins whose scripts may call the token and revocation endpoints, and with a token for it
   * the administration.
   */
  readonly origins: readonly string[];
  readonly rotation: RefreshRotation;
  /** Lifetime of its access tokens, seconds; `undefined`: the server's. */
  readonly tokenSeconds: number | undefined;
  /**
   * Public keys, JWKs: what `private_key_jwt` assertions are checked with (RFC 7523); `undefined`:
   * the client has a secret, or nothing.
   */
  readonly jwks: readonly PublicJwk[] | undefined;
  /**
   * How long a rotated refresh token, sent again, is answered with its same successor, seconds: for
   * answers that were lost.
   */
  readonly graceSeconds: number;
  /**
   * Hash of the token the client manages its own registration with (RFC 7592), and the scope it may
   * ask for at most.
   */
  readonly registration:
    | { readonly tokenHash: string; readonly scopes: readonly string[] }
    | undefined;
  /** Whether it may use PKCE's `plain`, where the server allows that at all (RFC 7636 §4.2). */
  readonly plainPkce: boolean;
  /**
   * Whether a client with a secret must use PKCE all the same; others always must (RFC 9700
   * §2.1.1).
   */
  readonly pkceRequired: boolean;
  /**
   * Whether it belongs to whoever runs this service, so that users are not asked whether they allow
   * it.
   */
  readonly firstParty: boolean;
  readonly disabled: boolean;
  /** Milliseconds since the epoch. */
  readonly createdMs: number;
}

/** The defaults of a registration that says no more than who and what. */
export const CLIENT_DEFAULTS = {
  type: 'confidential',
  secretHash: undefined,
  redirectUris: [],
  origins: [],
  rotation: 'rotating',
  tokenSeconds: undefined,
  jwks: undefined,
  graceSeconds: 0,
  registration: undefined,
  plainPkce: false,
  pkceRequired: false,
  firstParty: false,
  disabled: false,
} as const satisfies Partial<Client>;
