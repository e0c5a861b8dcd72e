/** A registered OAuth client. */
export type ClientType = 'confidential' | 'public' | 'native';

/**
 * `rotating`: every use of a refresh token gives a new one. `stable`: the token stays the same;
 * only for confidential clients.
 */
type RefreshRotation = 'rotating' | 'stable';

/** An asymmetric public key (RFC 7517). */
export type PublicJwk = Readonly<Record<string, unknown>>;

export interface Client {
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /**
   * RFC 6749 §2.1; `native` is a public client whose loopback redirects may use any port (RFC 8252
   * §7.3).
   */
  readonly type: ClientType;
  /**
   * SHA-256 of the generated secret (256 random bits, so a fast hash suffices); undefined for
   * public clients.
   */
  readonly secretHash: Uint8Array | undefined;
  readonly grants: readonly string[];
  /** The largest scope that the client may request. */
  readonly scopes: readonly string[];
  /** Compared character by character (RFC 9700 §2.1). */
  readonly redirectUris: readonly string[];
  /**
   * Web origins whose scripts may call the token and revocation endpoints and, with a token for it,
   * the administration.
   */
  readonly origins: readonly string[];
  readonly rotation: RefreshRotation;
  /** Lifetime of its access tokens in seconds; undefined for the server's default. */
  readonly tokenSeconds: number | undefined;
  /**
   * Public keys as JWKs for verifying `private_key_jwt` assertions (RFC 7523); undefined if the
   * client has a secret or no authentication.
   */
  readonly jwks: readonly PublicJwk[] | undefined;
  /**
   * Grace period in seconds, in which a used rotating refresh token returns its same successor,
   * because a response may be lost.
   */
  readonly graceSeconds: number;
  /**
   * Hash of the token by which the client manages its own registration (RFC 7592), and the largest
   * scope it may register.
   */
  readonly registration:
    | { readonly tokenHash: string; readonly scopes: readonly string[] }
    | undefined;
  /** True if it may use PKCE's `plain`, provided the server allows that (RFC 7636 §4.2). */
  readonly plainPkce: boolean;
  /** True if a client with a secret must use PKCE too; others always must (RFC 9700 §2.1.1). */
  readonly pkceRequired: boolean;
  /**
   * True if it belongs to the operator of this service, so that users are not asked for consent.
   */
  readonly firstParty: boolean;
  readonly disabled: boolean;
  /** Milliseconds since the epoch. */
  readonly createdMs: number;
}

/** Defaults of a registration with only required fields. */
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
