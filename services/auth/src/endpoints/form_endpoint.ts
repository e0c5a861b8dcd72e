/**
 * Common parts of the endpoints to which clients post forms: strict form, no caching, errors of RFC
 * 6749 §5.2.
 */
import { type Log, memberOf } from '@skein/base';
import type { Request, RequestHandler, Response } from 'express';
import type { AuthContext } from '../context.js';
import { type Form, parseForm } from '../form.js';
import { OAuthError, type OAuthErrorCode } from '../oauth_error.js';
import { errorParts } from '../oauth_error_answer.js';
import { allowOrigin } from './cross_origin.js';

/** Resolves to the JSON response; undefined for 200 without a body. */
export type FormHandler = (form: Form, request: FormRequest) => Promise<object | undefined>;

/** The parts of a request used beside its form. */
type FormRequest = Pick<Request, 'method' | 'headers' | 'ip'>;

export function formEndpoint(
  context: AuthContext,
  handle: FormHandler,
  status = 200,
): RequestHandler {
  return async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      await allowOrigin(context, request, response);
      const reply = await handle(formOf(request), request);
      if (reply) sendJson(response, status, reply);
      else response.status(200).end();
    } catch (error) {
      sendError(response, request, asOAuthError(error, context.log));
    }
  };
}

export function formOf(request: Request): Form {
  if (typeof request.body === 'string') return parseForm(request.body);
  throw new OAuthError(
    'invalid_request',
    'the request must be a form (application/x-www-form-urlencoded)',
  );
}

/** Error codes of the library that mean the same to the client; any other is an internal error. */
const PASSED_ON: readonly OAuthErrorCode[] = [
  'invalid_request',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
];

export function asOAuthError(error: unknown, log: Log): OAuthError {
  if (error instanceof OAuthError) return error;
  const inner = memberOf(error, 'inner');
  if (inner instanceof OAuthError) return inner;
  const name = memberOf(error, 'name');
  const code = PASSED_ON.find((one) => one === name);
  if (code !== undefined) return new OAuthError(code, 'the request was refused');
  log.error('request failed', { error: String(inner ?? error) });
  return new OAuthError('server_error', 'the request could not be carried out');
}

/** Sends JSON without express's content type negotiation. */
function sendJson(response: Response, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}

export function sendError(response: Response, request: Request, error: OAuthError): void {
  const { headers, body } = errorParts(error, request.headers);
  response.locals.error = error.code;
  response.set(headers).status(error.status).json(body);
}

export function setRetryAfter(response: Response, { waitMs }: OAuthError): void {
  if (waitMs !== undefined) response.set('Retry-After', String(Math.ceil(waitMs / 1000)));
}
