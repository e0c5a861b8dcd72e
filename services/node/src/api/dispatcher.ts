/**
 * From an HTTP request to a rendered answer: route, caller, body, parameters, endpoint, form. Nothing escapes it: every fault, ours
 * included, is an answer.
 */
import { type Clock, type Log, type Random, randomId } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import {
  type AnswerForm,
  answerForm,
  bodyFormat,
  DEFAULT_FORM,
  emptyReply,
  type HttpRequest,
  NO_BODY,
  parseTarget,
  type RenderedReply,
  type Reply,
  RequestBody,
  type RequestTarget,
  type RouteMatch,
  Router,
  readParams,
  refuseUnrecognizedParams,
  renderReply,
} from '@skein/http';
import type { Actors } from '../actors.js';
import type { Security } from '../security/mod.js';
import { RESPONSE_PARAMS } from './common_params.js';
import type { Endpoint, RequestContext } from './endpoint.js';
import { errorReply, isMediaTypeError, plainErrorReply } from './error_reply.js';

export interface DispatcherParts {
  readonly endpoints: readonly Endpoint[];
  readonly actors: Actors;
  readonly security: Security;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Headers of every answer: who is speaking. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An endpoint with what is computed of it once. */
interface Entry {
  readonly endpoint: Endpoint;
  readonly knownParams: ReadonlySet<string>;
  readonly variables: readonly string[];
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #router = new Router<Entry>();

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    for (const endpoint of parts.endpoints) {
      const entry = entryOf(endpoint);
      for (const route of endpoint.routes) this.#router.add(route, entry);
    }
  }

  /** Whether the path belongs to the API at all; what is left over goes to pages and documents. */
  knows(request: Pick<HttpRequest, 'method' | 'target'>): boolean {
    const path = request.target.split('?', 1)[0] ?? '';
    const segments = path.split('/').filter((segment) => segment !== '');
    return this.#router.match(request.method, segments).kind !== 'unknown_path';
  }

  async handle(request: HttpRequest): Promise<RenderedReply> {
    let form = DEFAULT_FORM;
    let reply: Reply;
    try {
      const target = parseTarget(request.target);
      form = answerForm(target.query, request.headers.accept);
      reply = await this.#dispatch(request, target, form);
    } catch (thrown) {
      reply = this.#failure(request, thrown, form);
    }
    const opaqueId = request.headers['x-opaque-id'];
    const headers = {
      ...this.#parts.headers,
      ...(opaqueId === undefined ? {} : { 'x-opaque-id': opaqueId }),
      ...reply.headers,
    };
    return renderReply({ ...reply, headers }, form, { head: request.method === 'HEAD' });
  }

  async #dispatch(request: HttpRequest, target: RequestTarget, form: AnswerForm): Promise<Reply> {
    const match = this.#router.match(request.method, target.segments);
    if (match.kind !== 'found') return this.#unrouted(request, match);
    const { security } = this.#parts;
    const { endpoint } = match.handler;
    const credentials = { authorization: request.headers.authorization };
    const identity = await security.authenticate(credentials, endpoint.privilege);
    security.authorize(identity, endpoint.privilege);
    const run = prepare(match.handler, match.pathParams, request, target);
    const context: RequestContext = {
      signal: request.signal,
      identity,
      nowMs: this.#parts.clock.nowMs(),
      requestId: randomId(this.#parts.random),
      opaqueId: request.headers['x-opaque-id'],
      human: form.human,
      format: form.format,
    };
    return run(this.#parts.actors, context);
  }

  /** Only a caller who could use the API learns what is not in it. */
  async #unrouted(
    request: HttpRequest,
    match: Exclude<RouteMatch<Entry>, { kind: 'found' }>,
  ): Promise<Reply> {
    if (match.kind === 'wrong_method' && request.method === 'OPTIONS') {
      return { ...emptyReply(200), headers: { allow: match.allowed.join(',') } };
    }
    const credentials = { authorization: request.headers.authorization };
    await this.#parts.security.authenticate(credentials, 'authenticated');
    if (match.kind === 'unknown_path') {
      const message = `no handler found for uri [${request.target}] and method [${request.method}]`;
      return { status: 400, body: { kind: 'json', value: { error: message } } };
    }
    return plainErrorReply(
      405,
      `Incorrect HTTP method for uri [${request.target}] and method [${request.method}], allowed: [${match.allowed.join(', ')}]`,
      { allow: match.allowed.join(',') },
    );
  }

  #failure(request: HttpRequest, thrown: unknown, form: AnswerForm): Reply {
    if (isMediaTypeError(thrown)) return plainErrorReply(thrown.status, thrown.message);
    const error = asApiError(thrown);
    if (error.status >= 500) {
      const stack = thrown instanceof Error ? thrown.stack : undefined;
      const { method, target } = request;
      this.#parts.log.error('request failed', {
        method,
        target,
        type: error.type,
        reason: error.reason,
        stack,
      });
    }
    return errorReply(thrown, { errorTrace: form.errorTrace });
  }
}

function entryOf(endpoint: Endpoint): Entry {
  const variables = endpoint.routes.flatMap((route) =>
    [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  );
  const source = endpoint.sourceParam ? ['source', 'source_content_type'] : [];
  const known = [...Object.keys(endpoint.params), ...variables, ...source, ...RESPONSE_PARAMS];
  return { endpoint, variables, knownParams: new Set(known) };
}

/** Body, parameters and request of one endpoint; parse errors come before unrecognized parameters, as in the reference. */
function prepare(
  entry: Entry,
  pathParams: Readonly<Record<string, string>>,
  request: HttpRequest,
  target: RequestTarget,
) {
  const { endpoint } = entry;
  const standIns = entry.variables
    .filter((name) => target.query.has(name))
    .map((name) => [name, target.query.get(name)]);
  const run = endpoint.prepare({
    method: request.method,
    path: target.path,
    pathParams: { ...Object.fromEntries(standIns), ...pathParams },
    params: readParams(endpoint.params, target.query),
    givenParams: target.query,
    body: bodyOf(endpoint, request, target),
  });
  refuseUnrecognizedParams(target.path, target.query.keys(), entry.knownParams);
  return run;
}

function bodyOf(endpoint: Endpoint, request: HttpRequest, target: RequestTarget): RequestBody {
  const options = { ndjson: endpoint.body === 'ndjson' };
  if (request.body.length > 0) {
    const format = bodyFormat(request.headers['content-type'], options);
    return endpoint.body === 'none' ? NO_BODY : new RequestBody(request.body, format);
  }
  const source = target.query.get('source');
  if (!endpoint.sourceParam || source === undefined) return NO_BODY;
  const type = target.query.get('source_content_type');
  if (type === undefined) {
    throw new ApiError(
      'illegal_state_exception',
      'source and source_content_type parameters are required',
    );
  }
  return new RequestBody(new TextEncoder().encode(source), bodyFormat(type, options));
}
