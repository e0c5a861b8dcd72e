/**
 * Client authentication: exactly one method may be used (RFC 6749 §2.3), and a wrong secret is
 * answered like an unknown client.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { type AuthContext, audit } from '../context.js';
import type { Form } from '../form.js';
import type { Client } from '../models/client.js';
import type { ThrottlePolicy } from '../models/throttle.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import { client_secret_basic, client_secret_post, none, private_key_jwt } from './all.js';
import type { ClientCredentials } from './client_auth_method.js';
import { checkAssertion } from './private_key_jwt.js';

const METHODS = [client_secret_basic, client_secret_post, private_key_jwt, none];

export const CLIENT_AUTH_METHODS: readonly string[] = METHODS.map(({ name }) => name);

/**
 * Throttles wrong secrets. A right one is never throttled: secrets cannot be guessed, so guessing
 * must not lock a client out.
 */
const CLIENT_THROTTLE: ThrottlePolicy = {
  limit: 10,
  firstWaitMs: 1000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 3_600_000,
};

/** Compared against when the client is unknown, so that both cases take the same time. */
const NO_HASH = new Uint8Array(32);

export function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/**
 * Rejects with an OAuthError: `invalid_request` for two methods at once, otherwise
 * `invalid_client`.
 */
export async function authenticateClient(
  context: AuthContext,
  authorization: string | undefined,
  form: Form,
): Promise<Client> {
  const credentials = onlyCredentials(authorization, form);
  const client = await context.store.clients.get(credentials.id);
  const proven = await isProven(context, client, credentials);
  if (client && proven && !client.disabled) return client;
  await countFailure(context, credentials.id, client);
  throw new OAuthError('invalid_client', 'client authentication failed');
}

/** A client with a secret or a key must always prove it; one without must not give any. */
async function isProven(
  { issuer, clock, store }: AuthContext,
  client: Client | undefined,
  { secret, assertion }: ClientCredentials,
): Promise<boolean> {
  if (assertion !== undefined) {
    if (client?.jwks === undefined) return false;
    const audience = [issuer, `${issuer}/token`, `${issuer}/oauth/token`];
    return checkAssertion({ audience, clock, grants: store.grants }, client, assertion);
  }
  const matches = timingSafeEqual(hashSecret(secret ?? ''), client?.secretHash ?? NO_HASH);
  const isPublic = client !== undefined && client.type !== 'confidential';
  return secret === undefined ? isPublic && client.secretHash === undefined : matches;
}

/**
 * Counts and answers a failure alike for known and unknown ids, so that neither the response nor
 * its time reveals whether a client exists.
 */
async function countFailure(
  context: AuthContext,
  id: string,
  client: Client | undefined,
): Promise<void> {
  const { store, clock } = context;
  const waitMs = await store.throttle.attempt(counterOf(id), clock.nowMs(), CLIENT_THROTTLE);
  if (waitMs > 0) throw new OAuthError('too_many_attempts', 'too many attempts', { waitMs });
  const known = client ? { clientId: id } : {};
  await audit(context, { event: 'client_authentication_failed', ...known });
}

/** One of 64 × 64 counters that ids share, so that made-up ids cannot fill the table. */
function counterOf(id: string): string {
  return `client:${hashOpaque(id).slice(0, 2)}`;
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
