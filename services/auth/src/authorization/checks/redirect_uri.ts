/**
 * The redirect address: a registered one, compared character by character (RFC 9700 §4.1.3). The
 * only exception is the port of a native application's loopback address (RFC 8252 §7.3). An error
 * is shown to the user and never redirected.
 */
import type { Form } from '../../form.js';
import type { Client } from '../../models/client.js';
import { OAuthError } from '../../oauth_error.js';
import type { AuthorizationRequest } from '../authorization_request.js';

export function checkRedirectUri(
  parameters: Form,
  client: Client,
): Pick<AuthorizationRequest, 'redirectUri' | 'redirectUriGiven'> {
  const given = parameters.get('redirect_uri');
  if (given !== undefined) {
    if (isRegistered(given, client)) return { redirectUri: given, redirectUriGiven: true };
    throw new OAuthError('invalid_request', 'redirect_uri is not one the client registered');
  }
  const [only, ...others] = client.redirectUris;
  if (only !== undefined && others.length === 0)
    return { redirectUri: only, redirectUriGiven: false };
  throw new OAuthError('invalid_request', 'redirect_uri is missing');
}

/**
 * True if the address is registered, ignoring the port of a native application's loopback address.
 */
export function isRegistered(uri: string, client: Client): boolean {
  if (client.redirectUris.includes(uri)) return true;
  const portless = client.type === 'native' ? withoutLoopbackPort(uri) : undefined;
  return (
    portless !== undefined &&
    client.redirectUris.some((known) => withoutLoopbackPort(known) === portless)
  );
}

/** Only IP literals: `localhost` can be redefined to another machine (RFC 8252 §8.3). */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?(\/[^#]*)?$/;
const LAST_PORT = 65_535;

function withoutLoopbackPort(uri: string): string | undefined {
  const [, host, port, rest = ''] = LOOPBACK.exec(uri) ?? [];
  return host === undefined || Number(port ?? 1) > LAST_PORT ? undefined : `${host} ${rest}`;
}
