/**
 * Why a bearer token was refused; becomes 401 `invalid_token` (RFC 6750 §3.1). The reason holds
 * nothing of the token.
 */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
}
