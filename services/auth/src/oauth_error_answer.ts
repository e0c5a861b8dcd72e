/** The response to an error (RFC 6749 §5.2): headers and body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OAuthError } from './oauth_error.js';

export interface ErrorParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: string; readonly error_description: string };
}

/** `request`: the headers of the request. */
export function errorParts(error: OAuthError, request: IncomingHttpHeaders): ErrorParts {
  const { code, message, waitMs, nonce } = error;
  const wantsBasic = code === 'invalid_client' && request.authorization !== undefined;
  return {
    headers: {
      ...(wantsBasic ? { 'WWW-Authenticate': 'Basic realm="skein-auth", charset="UTF-8"' } : {}),
      ...(waitMs === undefined ? {} : { 'Retry-After': String(Math.ceil(waitMs / 1000)) }),
      ...(nonce === undefined ? {} : { 'DPoP-Nonce': nonce }),
    },
    body: { error: code, error_description: message },
  };
}
