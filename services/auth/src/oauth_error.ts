/**
 * Errors of the token endpoint (RFC 6749 §5.2). Descriptions are a fixed vocabulary: nothing of the request and nothing internal goes
 * back out.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'server_error';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }

  get status(): number {
    if (this.code === 'invalid_client') return 401;
    return this.code === 'server_error' ? 500 : 400;
  }
}
