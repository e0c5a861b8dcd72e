/** `POST /token` and `POST /oauth/token` (RFC 6749 §3.2). */
import type { Log } from '@skein/base';
import { isScopeToken, splitScope } from '@skein/oauth';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import OAuth2Server from 'oauth2-server';
import { authenticateClient } from '../client_auth/registry.js';
import { type Form, parseForm } from '../form.js';
import { type TokenIssuer, tokenModel } from '../grants/token_model.js';
import type { Client } from '../models/client.js';
import { OAuthError, type OAuthErrorCode } from '../oauth_error.js';
import type { Store } from '../store/store.js';

export const GRANT_TYPES = ['client_credentials'] as const;

export interface TokenEndpointOptions {
  readonly store: Store;
  readonly issuer: TokenIssuer;
  readonly log: Log;
}

interface TokenReply {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

export function tokenEndpoint(options: TokenEndpointOptions) {
  return async (request: HttpRequest, response: HttpResponse): Promise<void> => {
    response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      response.json(await issueToken(options, request));
    } catch (error) {
      sendError(response, request, asOAuthError(error, options.log));
    }
  };
}

async function issueToken(
  { store, issuer, log }: TokenEndpointOptions,
  request: HttpRequest,
): Promise<TokenReply> {
  if (typeof request.body !== 'string') {
    throw new OAuthError(
      'invalid_request',
      'the request must be a form (application/x-www-form-urlencoded)',
    );
  }
  const form = parseForm(request.body);
  const client = authenticateClient(store, request.headers.authorization, form);
  checkForm(form, client);
  const token = await runGrant(form, client, issuer);
  const scope = (token.scope ?? []).join(' ');
  log.info('token issued', { audit: 'token_issued', client_id: client.id, scope });
  return {
    access_token: token.accessToken,
    token_type: 'Bearer',
    expires_in: issuer.lifetimeSeconds,
    scope,
  };
}

function checkForm(form: Form, client: Client): void {
  const grantType = form.get('grant_type');
  if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing');
  if (!GRANT_TYPES.some((known) => known === grantType)) {
    throw new OAuthError('unsupported_grant_type', 'the grant type is not supported');
  }
  if (!client.grants.includes(grantType)) {
    throw new OAuthError('unauthorized_client', 'the client may not use this grant type');
  }
  if (!splitScope(form.get('scope') ?? '').every(isScopeToken)) {
    throw new OAuthError('invalid_scope', 'the scope is malformed');
  }
}

/** Hands a request of our own making to the library: what it reads has been checked above. */
function runGrant(form: Form, client: Client, issuer: TokenIssuer): Promise<OAuth2Server.Token> {
  const server = new OAuth2Server({ model: tokenModel(client, issuer) });
  const scope = form.get('scope');
  const request = new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    body: {
      grant_type: form.get('grant_type'),
      client_id: client.id,
      client_secret: 'checked',
      ...(scope === undefined ? {} : { scope }),
    },
  });
  return server.token(request, new OAuth2Server.Response(), {
    accessTokenLifetime: issuer.lifetimeSeconds,
  });
}

/** Codes of the library that mean the same to the client; anything else is a fault of ours. */
const PASSED_ON: ReadonlySet<string> = new Set<OAuthErrorCode>([
  'invalid_request',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
]);

function asOAuthError(error: unknown, log: Log): OAuthError {
  if (error instanceof OAuthError) return error;
  const { name = '', inner } = error as { name?: string; inner?: unknown };
  if (inner instanceof OAuthError) return inner;
  if (PASSED_ON.has(name)) return new OAuthError(name as OAuthErrorCode, 'the request was refused');
  log.error('the token endpoint failed', { error: String(error) });
  return new OAuthError('server_error', 'the request could not be carried out');
}

function sendError(response: HttpResponse, request: HttpRequest, error: OAuthError): void {
  if (error.code === 'invalid_client' && request.headers.authorization !== undefined) {
    response.set('WWW-Authenticate', 'Basic realm="skein-auth", charset="UTF-8"');
  }
  response.status(error.status).json({ error: error.code, error_description: error.message });
}
