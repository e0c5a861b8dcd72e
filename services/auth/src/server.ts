/**
 * Composition root of the authorization service: store, keys and endpoints in one express
 * application, with fast paths for the most frequent requests in front of it.
 */
import type { RequestListener } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import type { AuthContext } from './context.js';
import { adminRouter, revocationsRouter } from './endpoints/admin/router.js';
import { authorizeHandler } from './endpoints/authorize.js';
import { preflight } from './endpoints/cross_origin.js';
import {
  deviceAuthorizationHandler,
  deviceFormHandler,
  devicePageHandler,
} from './endpoints/device.js';
import { metadataDocument } from './endpoints/discovery.js';
import { type FormHandler, formEndpoint } from './endpoints/form_endpoint.js';
import { consentHandler, interactionHandler, loginHandler } from './endpoints/interaction.js';
import { introspectionHandler } from './endpoints/introspection.js';
import { type PageHandler, pageEndpoint } from './endpoints/page_endpoint.js';
import { plainForm } from './endpoints/plain_form.js';
import { noSuchAddress, otherMethod, requestFailure } from './endpoints/plain_refusals.js';
import { pushedRequestHandler } from './endpoints/pushed_request.js';
import { registrationEndpoint } from './endpoints/register.js';
import {
  readRegistration,
  removeRegistration,
  replaceRegistration,
} from './endpoints/registered_client.js';
import { revocationHandler } from './endpoints/revocation.js';
import { tokenHandler } from './endpoints/token.js';
import { edgeRules } from './http_edge.js';
import { requestMetrics } from './metrics/request_metrics.js';
import { openApiDocument } from './openapi/document.js';

const TOKEN_PATHS = ['/token', '/oauth/token'];

/** Limit of a form in bytes. */
const FORM_LIMIT = 16 * 1024;

export function authApplication(context: AuthContext): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', [...context.config.trustedProxies]);
  app.use(requestMetrics(context));
  addClientEndpoints(app, context);
  if (context.config.registration) addRegistration(app, context);
  app.use('/admin/v1', adminRouter(context));
  app.use(revocationsRouter(context));
  addPages(app, context);
  addDocuments(app, context);
  app.use(noSuchAddress);
  app.use(requestFailure(context.log));
  const handle = tokenHandler(context);
  const answersPlain = plainForm(context, {
    paths: new Set(TOKEN_PATHS),
    handle,
    limit: FORM_LIMIT,
  });
  const isSound = edgeRules();
  return (request, response) => {
    if (isSound(request, response) && !answersPlain(request, response)) app(request, response);
  };
}

const readForm = express.text({
  type: 'application/x-www-form-urlencoded',
  limit: FORM_LIMIT,
});

/** Adds the endpoints for programs. */
function addClientEndpoints(app: Express, context: AuthContext): void {
  const add = (paths: string[], handler: FormHandler, status?: number) =>
    app
      .route(paths)
      .post(readForm, formEndpoint(context, handler, status))
      .options(preflight(context, 'POST'))
      .all(otherMethod('POST, OPTIONS'));
  add(TOKEN_PATHS, tokenHandler(context));
  add(['/revoke', '/oauth/revoke'], revocationHandler(context));
  add(['/introspect', '/oauth/introspect'], introspectionHandler(context));
  add(['/par', '/oauth/par'], pushedRequestHandler(context), 201);
  add(
    ['/device_authorization', '/oauth/device_authorization'],
    deviceAuthorizationHandler(context),
  );
}

function addRegistration(app: Express, context: AuthContext): void {
  const readJson = express.json({ type: 'application/json', limit: FORM_LIMIT });
  app.route('/register').post(readJson, registrationEndpoint(context)).all(otherMethod('POST'));
  app
    .route('/register/:id')
    .get(readRegistration(context))
    .put(readJson, replaceRegistration(context))
    .delete(removeRegistration(context))
    .all(otherMethod('GET, PUT, DELETE'));
}

/** Adds the pages for people. */
function addPages(app: Express, context: AuthContext): void {
  const page = (handler: PageHandler) => pageEndpoint(context, handler);
  const authorize = page(authorizeHandler(context));
  app
    .route(['/authorize', '/oauth/authorize'])
    .get(authorize)
    .post(readForm, authorize)
    .all(otherMethod('GET, HEAD, POST'));
  app
    .route('/device')
    .get(page(devicePageHandler(context)))
    .post(readForm, page(deviceFormHandler(context)))
    .all(otherMethod('GET, HEAD, POST'));
  app
    .route('/interaction/:id')
    .get(page(interactionHandler(context)))
    .all(otherMethod('GET, HEAD'));
  app
    .route('/interaction/:id/login')
    .post(readForm, page(loginHandler(context)))
    .all(otherMethod('POST'));
  app
    .route('/interaction/:id/consent')
    .post(readForm, page(consentHandler(context)))
    .all(otherMethod('POST'));
}

/** Adds the public documents. */
function addDocuments(app: Express, context: AuthContext): void {
  app
    .route('/jwks.json')
    .get(publicDocument(() => context.keys.published()))
    .all(otherMethod('GET, HEAD'));
  app
    .route(metadataPaths(context))
    .get(publicDocument(() => metadataDocument(context)))
    .all(otherMethod('GET, HEAD'));
  app
    .route(['/openapi.json', '/_openapi.json'])
    .get(publicDocument(() => openApiDocument(context)))
    .all(otherMethod('GET, HEAD'));
  const otherThanGet = otherMethod('GET, HEAD');
  app
    .route('/health/live')
    .get((_request, response) => {
      response.json({ status: 'ok' });
    })
    .all(otherThanGet);
  app.route('/health/ready').get(readiness(context)).all(otherThanGet);
}

/** Reports whether the store can be read, without which no request can be answered. */
function readiness({ store, log }: AuthContext): RequestHandler {
  return async (_request, response) => {
    try {
      await store.ping();
      response.json({ status: 'ok' });
    } catch (error) {
      log.error('not ready', { error: String(error) });
      response.status(503).json({ status: 'unavailable' });
    }
  };
}

/**
 * The metadata of an issuer with a path is at a combined path (RFC 8414 §3.1); a proxy may forward
 * either.
 */
function metadataPaths({ issuer }: AuthContext): string[] {
  const usual = '/.well-known/oauth-authorization-server';
  const path = new URL(issuer).pathname;
  return path === '/' ? [usual] : [usual, usual + literally(path)];
}

/** The path as a route of Express, in which these characters have a meaning. */
function literally(path: string): string {
  return path.replace(/[\\{}()[\]+?!:*]/g, '\\$&');
}

/** A document for any origin, cacheable for five minutes. */
function publicDocument(document: () => unknown): RequestHandler {
  return async (_request, response) => {
    const body = await document();
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' });
    response.json(body);
  };
}
