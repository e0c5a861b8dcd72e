/** Composition root of the authorization service: store, keys and endpoints behind one express application. */
import type { Clock, Log } from '@skein/base';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { signAccessToken } from './access_token.js';
import type { AuthConfig } from './config.js';
import { metadataDocument } from './endpoints/discovery.js';
import { tokenEndpoint } from './endpoints/token.js';
import type { TokenIssuer } from './grants/token_model.js';
import type { KeyStore } from './keys/keystore.js';
import type { Store } from './store/store.js';

export interface AuthParts {
  readonly config: AuthConfig;
  readonly issuer: string;
  readonly store: Store;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Largest token request, bytes. */
const FORM_LIMIT = 16 * 1024;

export function authApplication(parts: AuthParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const form = express.text({ type: 'application/x-www-form-urlencoded', limit: FORM_LIMIT });
  const token = tokenEndpoint({ store: parts.store, issuer: tokenIssuer(parts), log: parts.log });
  app.route(['/token', '/oauth/token']).post(form, token).all(onlyMethod('POST'));
  app
    .route('/jwks.json')
    .get(publicDocument(() => parts.keys.jwks))
    .all(onlyMethod('GET, HEAD'));
  app
    .route('/.well-known/oauth-authorization-server')
    .get(publicDocument(() => metadataDocument(parts.issuer)))
    .all(onlyMethod('GET, HEAD'));
  app.get(['/health/live', '/health/ready'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.use((_request, response) => {
    response.status(404).json({ error: 'not_found' });
  });
  app.use(requestFailure(parts.log));
  return app;
}

function tokenIssuer({ config, issuer, keys, clock }: AuthParts): TokenIssuer {
  return {
    lifetimeSeconds: config.tokenSeconds,
    sign: (client, subject, scope) =>
      signAccessToken(
        keys.signingKey,
        {
          issuer,
          audience: config.audience,
          subject,
          clientId: client.id,
          scope,
          lifetimeSeconds: config.tokenSeconds,
        },
        clock,
      ),
  };
}

/** A document anyone may read, from any origin, and keep for five minutes. */
function publicDocument(document: () => unknown): RequestHandler {
  return (_request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' });
    response.json(document());
  };
}

function onlyMethod(allow: string): RequestHandler {
  return (_request, response) => {
    response.set('Allow', allow).status(405).json({ error: 'invalid_request' });
  };
}

/** What express itself refuses: bodies that are too large, cut off or badly encoded. */
function requestFailure(log: Log): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const status = Number(error?.status ?? 500);
    if (status >= 500) log.error('request failed', { error: String(error) });
    const code = status >= 500 ? 'server_error' : 'invalid_request';
    response.set('Cache-Control', 'no-store').status(status).json({ error: code });
  };
}
