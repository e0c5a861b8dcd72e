/**
 * Client metadata (RFC 7591 §2), converted to and from a registration. Unknown fields are omitted
 * (§3.2.1).
 */
import { isObject, memberOf } from '@skein/base';
import { narrowScope, splitScope } from '@skein/oauth';
import type { ClientChange, NewClient } from '../administration/clients.js';
import { isGoodRedirectUri } from '../administration/registration.js';
import { CLIENT_DEFAULTS, type Client, type ClientType, type PublicJwk } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';

type Metadata = ReadonlyMap<string, unknown>;

/** Grants that registration never gives. */
const GRANTS_NOT_FOR_THE_ASKING = ['implicit', 'password'];
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];

type RegisteredFields = Required<
  Pick<ClientChange, 'name' | 'grants' | 'scopes' | 'redirectUris' | 'jwks'>
> & { readonly type: ClientType };

export function metadataOf(body: unknown): Metadata {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return new Map(Object.entries(body));
  }
  throw wrong('the body');
}

/**
 * Throws `invalid_client_metadata` or `invalid_redirect_uri`. `most`: the largest permitted scope.
 */
export function registeredFields(
  metadata: Metadata,
  id: string,
  most: readonly string[],
): RegisteredFields {
  const method = authMethodOf(metadata);
  const type = typeOf(metadata, method);
  const grants = texts(metadata, 'grant_types') ?? ['authorization_code'];
  if (grants.some((grant) => GRANTS_NOT_FOR_THE_ASKING.includes(grant))) throw wrong('grant_types');
  const responseTypes = texts(metadata, 'response_types') ?? ['code'];
  if (responseTypes.some((name) => name !== 'code')) throw wrong('response_types');
  const redirectUris = texts(metadata, 'redirect_uris') ?? [];
  if (!redirectUris.every((uri) => isGoodRedirectUri(uri, type))) {
    throw new OAuthError('invalid_redirect_uri', 'a redirect URI is not acceptable');
  }
  const wanted = splitScope(text(metadata, 'scope') ?? most.join(' '));
  const scopes = narrowScope(wanted, most);
  if (scopes.length < wanted.length || scopes.length === 0) throw wrong('scope');
  const name = text(metadata, 'client_name') ?? id;
  if (name.length > 128 || /\p{C}/u.test(name)) throw wrong('client_name');
  const jwks = method === 'private_key_jwt' ? keysOf(metadata) : undefined;
  return { type, name, grants, scopes, redirectUris, jwks };
}

export function newClientOf(fields: RegisteredFields, id: string): NewClient {
  return { ...CLIENT_DEFAULTS, ...fields, id };
}

/** The metadata returned to the client (RFC 7591 §3.2.1). */
export function shownMetadata(client: RegisteredFields, method: string): object {
  const { type, name, redirectUris, grants, scopes, jwks } = client;
  return {
    scope: scopes.join(' '),
    client_name: name,
    application_type: type === 'native' ? 'native' : 'web',
    redirect_uris: redirectUris,
    grant_types: grants,
    response_types: grants.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: method,
    ...(jwks === undefined ? {} : { jwks: { keys: jwks } }),
  };
}

/** The method of a stored client; it may send its secret in a header or in the form. */
export function storedMethod({ type, jwks }: Client): string {
  if (type !== 'confidential') return 'none';
  return jwks === undefined ? 'client_secret_basic' : 'private_key_jwt';
}

export function authMethodOf(metadata: Metadata): string {
  const method = text(metadata, 'token_endpoint_auth_method') ?? 'client_secret_basic';
  if (AUTH_METHODS.includes(method)) return method;
  throw wrong('token_endpoint_auth_method');
}

function typeOf(metadata: Metadata, method: string): ClientType {
  if (method !== 'none') return 'confidential';
  return text(metadata, 'application_type') === 'native' ? 'native' : 'public';
}

function keysOf(metadata: Metadata): readonly PublicJwk[] {
  const keys = memberOf(metadata.get('jwks'), 'keys');
  if (Array.isArray(keys) && keys.length > 0 && keys.every(isObject)) return keys;
  throw wrong('jwks');
}

export function text(metadata: Metadata, name: string): string | undefined {
  const value = metadata.get(name);
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(name);
}

function texts(metadata: Metadata, name: string): string[] | undefined {
  const value = metadata.get(name);
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw wrong(name);
}

export function wrong(what: string): OAuthError {
  return new OAuthError('invalid_client_metadata', `${what} is not acceptable`);
}
