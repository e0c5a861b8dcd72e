/** Rules for a client's registration: permitted combinations, and permitted redirect addresses. */
import { createPublicKey } from 'node:crypto';
import { ApiError } from '@skein/errors';
import { parseScopeEntry } from '@skein/oauth';
import { LONGEST_TOKEN_SECONDS, SHORTEST_TOKEN_SECONDS } from '../config.js';
import { REGISTRABLE_GRANTS } from '../grants/registry.js';
import type { Client, PublicJwk } from '../models/client.js';

/** Longest time that a client may need to notice a lost response. */
const LONGEST_GRACE_SECONDS = 60;
const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** Grants whose responses go through the browser. */
const REDIRECTING = ['authorization_code', 'implicit'];

/** Throws an ApiError that names the fault. */
export function checkRegistration(client: Client): void {
  if (!CLIENT_ID.test(client.id)) {
    throw illegal(
      `client id [${client.id}] must be 1 to 128 letters, digits, dots, dashes and underscores`,
    );
  }
  checkScopes(client.scopes);
  const unknown = client.grants.find((grant) => !REGISTRABLE_GRANTS.includes(grant));
  if (unknown !== undefined) throw illegal(`unknown grant [${unknown}]`);
  if (client.grants.length === 0) throw illegal(`client [${client.id}] has no grants`);
  if (client.type !== 'confidential' && client.grants.includes('client_credentials')) {
    throw illegal('a client without a secret cannot use [client_credentials]');
  }
  if (client.type !== 'confidential' && client.rotation === 'stable') {
    throw illegal('refresh tokens of a client without a secret must rotate');
  }
  checkFirstParty(client);
  checkRedirects(client);
  for (const origin of client.origins) checkOrigin(origin);
  checkKeys(client);
  if (!(client.graceSeconds >= 0 && client.graceSeconds <= LONGEST_GRACE_SECONDS)) {
    throw illegal(
      `grace of [${client.graceSeconds}s] must be between [0s] and [${LONGEST_GRACE_SECONDS}s]`,
    );
  }
  const { tokenSeconds = SHORTEST_TOKEN_SECONDS } = client;
  if (tokenSeconds < SHORTEST_TOKEN_SECONDS || tokenSeconds > LONGEST_TOKEN_SECONDS) {
    throw illegal(`token lifetime [${tokenSeconds}s] must be between [5m] and [1h]`);
  }
}

/**
 * Users are not asked for consent, so responses must go to an address that an administrator
 * registered and no one else can listen on.
 */
function checkFirstParty({ id, type, firstParty, registration }: Client): void {
  if (!firstParty) return;
  if (type === 'native') throw illegal(`client [${id}] of type [native] cannot be first party`);
  if (registration !== undefined) {
    throw illegal(`client [${id}] manages its own registration and cannot be first party`);
  }
}

const MOST_KEYS = 10;
const KEY_TYPES = ['EC', 'OKP', 'RSA'];

function checkKeys({ id, type, jwks }: Client): void {
  if (jwks === undefined) return;
  if (type !== 'confidential') throw illegal(`client [${id}] of type [${type}] cannot have keys`);
  if (jwks.length === 0 || jwks.length > MOST_KEYS) {
    throw illegal(`client [${id}] must have 1 to ${MOST_KEYS} keys`);
  }
  if (jwks.some((key) => !KEY_TYPES.includes(String(key.kty)) || 'd' in key)) {
    throw illegal(`a key of client [${id}] is not an asymmetric public key`);
  }
  const wrong = jwks.findIndex((key) => !isKey(key));
  if (wrong >= 0) throw illegal(`key [${wrong}] of client [${id}] cannot be read`);
}

function isKey(key: PublicJwk): boolean {
  try {
    createPublicKey({ key, format: 'jwk' });
    return true;
  } catch {
    // Any failure means that no signature could be verified with this key.
    return false;
  }
}

export function checkScopes(scopes: readonly string[]): void {
  const wrong = scopes.find((entry) => parseScopeEntry(entry) === undefined);
  if (wrong !== undefined || scopes.length === 0) throw illegal(`unknown scope [${wrong ?? ''}]`);
}

function checkRedirects(client: Client): void {
  const redirects = client.grants.some((grant) => REDIRECTING.includes(grant));
  if (redirects && client.redirectUris.length === 0) {
    throw illegal(`client [${client.id}] needs a redirect URI`);
  }
  for (const uri of client.redirectUris) checkRedirectUri(uri, client);
}

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];
/**
 * A reverse domain name, so that two applications cannot choose the same by accident (RFC 8252
 * §7.1).
 */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
/**
 * Only names and addresses: URL parsers accept more as a host, such as `;`, which has a meaning in
 * the pages' security policy.
 */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Absolute and without a fragment (RFC 6749 §3.1.2); https, loopback http, or a native
 * application's own scheme.
 */
function checkRedirectUri(uri: string, { type }: Client): void {
  if (isGoodRedirectUri(uri, type)) return;
  throw illegal(
    `redirect URI [${uri}] must be https, http on a loopback address, or a native client's own scheme, without fragment, user or wildcard`,
  );
}

export function isGoodRedirectUri(uri: string, type: Client['type']): boolean {
  const url = PRINTABLE.test(uri) && URL.canParse(uri) ? new URL(uri) : undefined;
  const clean =
    url && !uri.includes('#') && !uri.includes('*') && url.username === '' && url.password === '';
  const web = url?.protocol === 'https:' && HOST.test(url.hostname);
  const loopback = url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
  const own = type === 'native' && PRIVATE_SCHEME.test(url?.protocol ?? '');
  return clean === true && (web || loopback || own);
}

function checkOrigin(origin: string): void {
  if (URL.canParse(origin) && /^https?:/.test(origin) && new URL(origin).origin === origin) return;
  throw illegal(`origin [${origin}] must be like [https://app.example]`);
}

export function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}

export function missing(what: string, id: string): ApiError {
  return new ApiError('resource_not_found_exception', `${what} [${id}] does not exist`);
}
