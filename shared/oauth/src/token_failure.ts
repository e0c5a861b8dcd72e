/**
 * The reason for refusing a bearer token; becomes 401 `invalid_token` (RFC 6750 §3.1). It contains
 * no part of the token.
 */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
}
