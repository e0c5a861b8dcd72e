/**
 * `/admin/v1`: the administration over HTTP, for programs, with the operations of `skein auth …`.
 * Every change is audited.
 */
import { ApiError, type ErrorType } from '@skein/errors';
import { challengeHeader } from '@skein/oauth';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { Administration } from '../../administration/administration.js';
import type { AuthContext } from '../../context.js';
import { parseForm } from '../../form.js';
import { OAuthError, type OAuthErrorCode } from '../../oauth_error.js';
import { allowOrigin, preflight } from '../cross_origin.js';
import { asOAuthError, sendError } from '../form_endpoint.js';
import { otherMethod } from '../plain_refusals.js';
import { administrator } from './administrator.js';
import { audit, clients, keys, revocations, roles, tokens, users } from './all.js';
import { Body } from './body.js';
import { type AdminOperation, Query } from './operation.js';

/** The operations below `/admin/v1`. */
export const OPERATIONS: readonly AdminOperation[] = [
  ...clients,
  ...users,
  ...roles,
  ...keys,
  ...tokens,
  ...audit,
];

export function adminRouter(context: AuthContext): Router {
  return routerOf(context, OPERATIONS);
}

/** For search nodes; not below `/admin/v1`, but with the same authentication. */
export function revocationsRouter(context: AuthContext): Router {
  return routerOf(context, [revocations]);
}

/** Limit of a body in bytes. */
const BODY_LIMIT = 64 * 1024;

function routerOf(context: AuthContext, operations: readonly AdminOperation[]): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const readBody = express.json({ type: () => true, strict: false, limit: BODY_LIMIT });
  for (const operation of operations) {
    const { method, path, fields } = operation;
    const guard = guarded(context, operation);
    if (fields) router[method](path, guard, readBody, carriedOut(context, operation));
    else router[method](path, guard, carriedOut(context, operation));
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const methods = allowed(operations.filter((one) => one.path === path));
    router.options(path, preflight(context, methods));
    router.all(path, otherMethod(`${methods}, OPTIONS`));
  }
  return router;
}

/** Runs before the body is read. */
function guarded(context: AuthContext, { needs }: AdminOperation): RequestHandler {
  return async (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    try {
      await allowOrigin(context, request, response);
      response.locals.actor = await administrator(context, request, needs);
    } catch (failure) {
      return refuse(context, request, response, failure);
    }
    next();
  };
}

function carriedOut(context: AuthContext, operation: AdminOperation): RequestHandler {
  return async (request, response) => {
    try {
      const actor = String(response.locals.actor);
      const answer = await operation.run({
        context,
        administration: new Administration({ ...context, actor }),
        name: String(request.params.name ?? ''),
        query: queryOf(request, operation.parameters ?? []),
        body: new Body(operation.fields ? (request.body ?? {}) : {}, operation.fields ?? []),
      });
      if (answer === undefined) response.status(204).end();
      else response.status(operation.status ?? 200).json(answer);
    } catch (failure) {
      refuse(context, request, response, failure);
    }
  };
}

function queryOf(request: Request, known: readonly string[]): Query {
  // The query may itself contain question marks (RFC 3986 §3.4).
  const at = request.originalUrl.indexOf('?');
  const values = parseForm(at < 0 ? '' : request.originalUrl.slice(at + 1));
  const unknown = [...values.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return new Query(values);
  throw new ApiError('illegal_argument_exception', `unknown parameter [${unknown}]`);
}

/** Administrators get the same messages as on the command line. */
const CODES: Partial<Record<ErrorType, OAuthErrorCode>> = {
  illegal_argument_exception: 'invalid_request',
  resource_not_found_exception: 'not_found',
  resource_already_exists_exception: 'conflict',
};

function refuse(
  context: AuthContext,
  request: Request,
  response: Response,
  failure: unknown,
): void {
  const code = failure instanceof ApiError ? CODES[failure.type] : undefined;
  const error =
    failure instanceof ApiError && code
      ? new OAuthError(code, failure.reason)
      : asOAuthError(failure, context.log);
  if (error.code === 'invalid_token' || error.code === 'insufficient_scope') {
    // A request without a token gets a challenge without an error (RFC 6750 §3.1).
    const wrong = { error: error.code, description: error.message };
    const said = request.headers.authorization ? wrong : {};
    response.set('WWW-Authenticate', challengeHeader({ realm: 'skein-auth', ...said }));
  }
  sendError(response, request, error);
}

function allowed(known: readonly AdminOperation[]): string {
  return known.map(({ method }) => method.toUpperCase()).join(', ');
}
