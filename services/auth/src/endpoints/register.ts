/**
 * `POST /register` (RFC 7591), where the server has it on, for holders of an initial access token, which also bounds the scope.
 * The implicit and password grants are not to be had this way.
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '@skein/errors';
import { bearerToken, challengeHeader, narrowScope, splitScope } from '@skein/oauth';
import type { RequestHandler } from 'express';
import { ClientAdministration, type NewClient } from '../administration/clients.js';
import { isGoodRedirectUri } from '../administration/registration.js';
import type { AuthContext } from '../context.js';
import { CLIENT_DEFAULTS, type ClientType } from '../models/client.js';
import type { InitialToken } from '../models/initial_token.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import { asOAuthError, sendError } from './form_endpoint.js';

type Metadata = Readonly<Record<string, unknown>>;

const GRANTS_NOT_FOR_THE_ASKING = ['implicit', 'password'];

export function registrationEndpoint(context: AuthContext): RequestHandler {
  return async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      const token = await usedToken(context, request.headers.authorization);
      response.status(201).json(await register(context, token, request.body));
    } catch (failure) {
      const error = asOAuthError(failure, context.log);
      if (error.code === 'invalid_token') {
        const challenge = { realm: 'skein-auth', error: 'invalid_token' } as const;
        response.set('WWW-Authenticate', challengeHeader(challenge));
      }
      sendError(response, request, error);
    }
  };
}

/** One use is gone whatever comes of it, so that nobody can try for ever. */
async function usedToken(
  { store, clock }: AuthContext,
  authorization: string | undefined,
): Promise<InitialToken> {
  const value = bearerToken(authorization);
  const token = value ? await store.initialTokens.use(hashOpaque(value), clock.nowMs()) : undefined;
  if (token) return token;
  throw new OAuthError('invalid_token', 'the initial access token is missing, used up or expired');
}

async function register(
  { store, clock }: AuthContext,
  token: InitialToken,
  body: unknown,
): Promise<object> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw wrong('the body');
  const metadata = body as Metadata;
  const client = clientOf(metadata, token);
  const method = authMethodOf(metadata);
  try {
    const issued = await new ClientAdministration(store, clock).add(client);
    return {
      ...issued,
      client_id_issued_at: Math.floor(clock.nowMs() / 1000),
      ...(issued.client_secret === undefined ? {} : { client_secret_expires_at: 0 }),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: client.grants,
      response_types: client.grants?.includes('authorization_code') ? ['code'] : [],
      token_endpoint_auth_method: method,
    };
  } catch (error) {
    if (error instanceof ApiError) throw wrong('the combination');
    throw error;
  }
}

function clientOf(metadata: Metadata, token: InitialToken): NewClient & { readonly name: string } {
  const id = randomUUID();
  const type = typeOf(metadata);
  const grants = texts(metadata, 'grant_types') ?? ['authorization_code'];
  if (grants.some((grant) => GRANTS_NOT_FOR_THE_ASKING.includes(grant))) throw wrong('grant_types');
  const responseTypes = texts(metadata, 'response_types') ?? ['code'];
  if (responseTypes.some((name) => name !== 'code')) throw wrong('response_types');
  const redirectUris = texts(metadata, 'redirect_uris') ?? [];
  if (!redirectUris.every((uri) => isGoodRedirectUri(uri, type))) {
    throw new OAuthError('invalid_redirect_uri', 'a redirect URI is not acceptable');
  }
  const wanted = splitScope(text(metadata, 'scope') ?? token.scopes.join(' '));
  const scopes = narrowScope(wanted, token.scopes);
  if (scopes.length < wanted.length || scopes.length === 0) throw wrong('scope');
  const name = text(metadata, 'client_name') ?? id;
  if (name.length > 128 || /\p{C}/u.test(name)) throw wrong('client_name');
  return { ...CLIENT_DEFAULTS, id, type, name, grants, scopes, redirectUris };
}

function typeOf(metadata: Metadata): ClientType {
  const native = text(metadata, 'application_type') === 'native';
  if (authMethodOf(metadata) !== 'none') return 'confidential';
  return native ? 'native' : 'public';
}

function authMethodOf(metadata: Metadata): string {
  const method = text(metadata, 'token_endpoint_auth_method') ?? 'client_secret_basic';
  if (['client_secret_basic', 'client_secret_post', 'none'].includes(method)) return method;
  throw wrong('token_endpoint_auth_method');
}

function text(metadata: Metadata, name: string): string | undefined {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(name);
}

function texts(metadata: Metadata, name: string): string[] | undefined {
  const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw wrong(name);
}

function wrong(what: string): OAuthError {
  return new OAuthError('invalid_client_metadata', `${what} is not acceptable`);
}
