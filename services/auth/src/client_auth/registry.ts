/** Who is asking? Exactly one method may be used (RFC 6749 §2.3), and a wrong secret looks like an unknown client. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Form } from '../form.js';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import type { Store } from '../store/store.js';
import { client_secret_basic, client_secret_post } from './all.js';
import type { ClientCredentials } from './client_auth_method.js';

const METHODS = [client_secret_basic, client_secret_post];

export const CLIENT_AUTH_METHODS: readonly string[] = METHODS.map(({ name }) => name);

/** Compared against when the client is unknown, so that both cases cost the same. */
const NO_HASH = new Uint8Array(32);

export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret, 'utf8').digest();
}

/** Throws an OAuthError: `invalid_request` for two methods at once, `invalid_client` for all else. */
export function authenticateClient(
  store: Store,
  authorization: string | undefined,
  form: Form,
): Client {
  const credentials = onlyCredentials(authorization, form);
  const client = store.client(credentials.id);
  const matches = timingSafeEqual(hashSecret(credentials.secret), client?.secretHash ?? NO_HASH);
  if (!client || !matches || client.disabled || client.secretHash === undefined) {
    throw new OAuthError('invalid_client', 'client authentication failed');
  }
  return client;
}

function onlyCredentials(authorization: string | undefined, form: Form): ClientCredentials {
  const given = METHODS.map((method) => method.credentials(authorization, form)).filter(
    (credentials): credentials is ClientCredentials => credentials !== undefined,
  );
  const [credentials] = given;
  if (!credentials) throw new OAuthError('invalid_client', 'client authentication is missing');
  const bodyId = form.get('client_id');
  if (given.length > 1 || (bodyId !== undefined && bodyId !== credentials.id)) {
    throw new OAuthError('invalid_request', 'more than one client authentication method is used');
  }
  return credentials;
}
