/**
 * Errors of the endpoints (RFC 6749 §4.1.2.1, §5.2 and the extensions). Descriptions are a fixed
 * vocabulary: they contain no part of the request and no internals.
 */
const OAUTH_ERROR_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  access_denied: 403,
  server_error: 500,
  temporarily_unavailable: 503,
  /**
   * Not from an RFC, since RFC 6749 does not define throttling; sent with status 429 and
   * `Retry-After`.
   */
  too_many_attempts: 429,
  // OpenID Connect Core §3.1.2.6, for `prompt=none`.
  login_required: 400,
  consent_required: 400,
  // RFC 8628 §3.5.
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  // RFC 7591 §3.2.2.
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  // RFC 6750 §3.1, at the registration endpoint.
  invalid_token: 401,
  // RFC 9449 §5, §8.
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  // RFC 8707 §2.
  invalid_target: 400,
  // Not from an RFC: errors of the administration API, which is no OAuth endpoint.
  insufficient_scope: 403,
  not_found: 404,
  conflict: 409,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERROR_STATUS;

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** Time until the next attempt is allowed, in milliseconds. */
  readonly waitMs: number | undefined;
  /** For the `DPoP-Nonce` header (RFC 9449 §8). */
  readonly nonce: string | undefined;

  constructor(
    code: OAuthErrorCode,
    description: string,
    { waitMs, nonce }: { waitMs?: number; nonce?: string } = {},
  ) {
    super(description);
    this.code = code;
    this.waitMs = waitMs;
    this.nonce = nonce;
  }

  get status(): number {
    return OAUTH_ERROR_STATUS[this.code];
  }
}
