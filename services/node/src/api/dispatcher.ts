/**
 * Turns an HTTP request into a rendered response in two steps. `admit` looks only at the head:
 * route, format of the response, caller. An unauthorized caller is refused before any of the body
 * is read. The answerer that it returns then handles the body: parameters, endpoint, rendering.
 * Every error becomes a response, including internal ones.
 */
import { atOnce, type Clock, inSlices, soonInSlices, type Timers } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import {
  type Admission,
  type AnswerForm,
  answerForm,
  bodyFormat,
  DEFAULT_FORM,
  emptyReply,
  NO_BODY,
  parseTarget,
  type RenderedReply,
  type Reply,
  type RequestBody,
  type RequestHead,
  type RequestTarget,
  type RouteMatch,
  Router,
  readableBody,
  refuseUnrecognizedParams,
  renderReply,
} from '@skein/http';
import type { Profile } from '@skein/settings';
import type { Actors } from '../actors.js';
import type { RequestMetrics } from '../metrics/mod.js';
import type { RestUsage } from '../node_operations/mod.js';
import type { Identity, Security } from '../security/mod.js';
import { isReading, type Privilege } from '../security/privilege.js';
import type { Tracing } from '../tracing/mod.js';
import { RESPONSE_PARAMS } from './common_params.js';
import type { Endpoint, PreparedRequest, RequestContext } from './endpoint.js';
import { errorReply, isMediaTypeError, plainErrorReply } from './error_reply.js';
import type { FailureLog } from './failure_log.js';
import { markedHeaders } from './info/product_identity.js';
import { KnownParams } from './known_params.js';
import {
  type TypedRequest,
  type TypedTarget,
  typedReply,
  typedRequest,
  typedTarget,
  untypedBody,
} from './mapping_types/typed_request.js';
import { type HeapGuard, watchedReading } from './watched_reading.js';

interface DispatcherParts {
  readonly endpoints: readonly Endpoint[];
  readonly actors: Actors;
  readonly security: Security;
  readonly usage: Pick<RestUsage, 'count'>;
  readonly requestMetrics: Pick<RequestMetrics, 'answered'>;
  readonly tracing?: Tracing | undefined;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly failures: Pick<FailureLog, 'failed'>;
  readonly heap: HeapGuard;
  /**
   * True if a listener of this profile poses as Elasticsearch 7, which has types; absent if none
   * does.
   */
  readonly showsTypes?: (profile: Profile | undefined) => boolean;
  /** Headers of every response that identify the server. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Longer bodies are parsed in slices of a few milliseconds. */
const AT_ONCE_BYTES = 32 * 1024;

/** An endpoint with data precomputed from it. */
interface Entry {
  readonly endpoint: Endpoint;
  readonly knownParams: ReadonlySet<string>;
  /** Parameters that are recognized only together with another one: the key needs the value. */
  readonly companions: ReadonlyMap<string, string>;
  /** Parameters that are only recognized without a body. */
  readonly withoutBody: ReadonlySet<string>;
  readonly params: KnownParams;
  readonly variables: readonly string[];
  readonly changesNothing: boolean;
}

/** A request in progress. */
interface Asked {
  readonly head: RequestHead;
  readonly form: AnswerForm;
  /** Absent if the response shows no types. */
  readonly typed?: TypedRequest | undefined;
}

/** A request with its endpoint. */
interface Routed extends Asked {
  readonly target: RequestTarget;
  readonly entry: Entry;
  readonly pathParams: Readonly<Record<string, string>>;
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

  /** Undefined if the path does not belong to the API; it is then tried as a page or document. */
  admit(head: RequestHead): Admission | Promise<Admission> | undefined {
    let asked: Asked = { head, form: DEFAULT_FORM };
    try {
      const given = parseTarget(head.target);
      const typing = this.#typing(head, given);
      const { segments } = typing?.target ?? given;
      const match = this.#router.match(head.method, segments);
      if (match.kind === 'unknown_path') return undefined;
      const form = answerForm(given.query, head.headers.accept);
      asked = { head, form };
      if (match.kind === 'wrong_method') return this.#refuseMethod(asked, match.allowed);
      if (!match.handler.changesNothing) this.#parts.security.checkMayChange(head);
      const { id } = match.handler.endpoint;
      const { target, typed } =
        typing === undefined ? { target: given, typed: undefined } : typedRequest(typing, id);
      const { handler: entry, pathParams } = match;
      const routed = { head, form, target, entry, pathParams, typed };
      return this.#authenticated(routed, match.handler.endpoint.privilege, (identity) =>
        this.#welcome(routed, identity),
      );
    } catch (thrown) {
      return this.#refused(asked, thrown);
    }
  }

  #typing({ method, profile }: RequestHead, target: RequestTarget): TypedTarget | undefined {
    const shows = this.#parts.showsTypes?.(profile) === true;
    return shows ? typedTarget(method, target) : undefined;
  }

  /** Refuses an unknown path. Only an authenticated caller learns which paths do not exist. */
  admitUnknown(head: RequestHead): Admission | Promise<Admission> {
    let asked: Asked = { head, form: DEFAULT_FORM };
    const [path = ''] = head.target.split('?');
    const message = `no handler found for uri [${path}] and method [${head.method}]`;
    const reply: Reply = { status: 400, body: { kind: 'json', value: { error: message } } };
    try {
      const form = answerForm(parseTarget(head.target).query, head.headers.accept);
      asked = shownWhole({ head, form });
      return this.#authenticated(asked, 'authenticated', () => this.#answered(asked, reply));
    } catch (thrown) {
      return this.#refused(asked, thrown);
    }
  }

  /** Synchronous if the caller is known already. */
  #authenticated(
    asked: Asked,
    privilege: Privilege,
    proceed: (identity: Identity) => Admission,
  ): Admission | Promise<Admission> {
    const identity = this.#parts.security.authenticate(asked.head, privilege);
    if (!(identity instanceof Promise)) return proceed(identity);
    return identity.then(proceed).catch((thrown: unknown) => this.#refused(asked, thrown));
  }

  #refuseMethod(
    asked: Asked,
    allowed: Extract<RouteMatch<Entry>, { kind: 'wrong_method' }>['allowed'],
  ): Admission | Promise<Admission> {
    const { method, target } = asked.head;
    const headers = { allow: allowed.join(',') };
    if (method === 'OPTIONS') return this.#answered(asked, { ...emptyReply(200), headers });
    const message = `Incorrect HTTP method for uri [${target}] and method [${method}], allowed: [${allowed.join(', ')}]`;
    return this.#authenticated(asked, 'authenticated', () =>
      this.#answered(asked, plainErrorReply(405, message, headers)),
    );
  }

  #welcome(routed: Routed, identity: Identity): Admission {
    const { privilege, isEssential } = routed.entry.endpoint;
    this.#parts.security.authorize(identity, privilege);
    return {
      kind: 'welcome',
      isEssential,
      answer: (body) => this.#answer(routed, identity, body),
    };
  }

  #answer(
    routed: Routed,
    identity: Identity,
    body: Uint8Array,
  ): RenderedReply | Promise<RenderedReply> {
    const { id } = routed.entry.endpoint;
    const { clock, usage, requestMetrics, tracing } = this.#parts;
    usage.count(id);
    const startMs = clock.monotonicMs();
    const answered = (reply: RenderedReply) => {
      requestMetrics.answered(id, reply.status, clock.monotonicMs() - startMs);
      return reply;
    };
    const reply =
      tracing === undefined
        ? this.#perform(routed, identity, body)
        : this.#traced(tracing, routed, () => this.#perform(routed, identity, body));
    return reply instanceof Promise ? reply.then(answered) : answered(reply);
  }

  /**
   * Runs the request as a span, a child of the caller's if there is one. Attribute names follow
   * OpenTelemetry's conventions for HTTP.
   */
  #traced(
    tracing: Tracing,
    { head, target, entry }: Routed,
    work: () => RenderedReply | Promise<RenderedReply>,
  ): RenderedReply | Promise<RenderedReply> {
    const attributes = { 'http.request.method': head.method, 'url.path': target.path };
    const { traceparent: parent } = head.headers;
    return tracing.run(
      { name: entry.endpoint.id, kind: 'server', attributes, parent },
      (describe) => {
        const told = (reply: RenderedReply) => {
          describe({ 'http.response.status_code': reply.status });
          return reply;
        };
        const reply = work();
        return reply instanceof Promise ? reply.then(told) : told(reply);
      },
    );
  }

  /** Never rejects: an error becomes a response. */
  #perform(
    routed: Routed,
    identity: Identity,
    body: Uint8Array,
  ): RenderedReply | Promise<RenderedReply> {
    const { head, form } = routed;
    const context = (): RequestContext => ({
      // Reading the signal creates it. An accessor here that delays this would cost more.
      signal: head.signal,
      cancel: (reason) => head.abort(reason),
      identity,
      nowMs: this.#parts.clock.nowMs(),
      profile: head.profile,
      typed: routed.typed,
      opaqueId: head.headers['x-opaque-id'],
      itemFailed: (item, error) => {
        if (error.type === 'security_exception') this.#parts.security.refused(head, error, item);
      },
      turns: this.#parts,
      human: form.human,
      format: form.format,
    });
    try {
      const { actors } = this.#parts;
      const prepared = prepare(routed, body);
      const reply =
        body.length > AT_ONCE_BYTES
          ? this.#readLong(prepared, head).then((run) => run(actors, context()))
          : atOnce(prepared)(actors, context());
      const rendered =
        reply instanceof Promise
          ? reply.then((settled) => this.#renderSoon(routed, typedAnswer(settled, routed)))
          : this.#renderSoon(routed, typedAnswer(reply, routed));
      if (!(rendered instanceof Promise)) return rendered;
      return rendered.catch((thrown: unknown) => this.#failedSoon(routed, thrown));
    } catch (thrown) {
      return this.#failedSoon(routed, thrown);
    }
  }

  #readLong(
    prepared: Generator<unknown, PreparedRequest>,
    { signal }: RequestHead,
  ): Promise<PreparedRequest> {
    const { heap } = this.#parts;
    return inSlices(watchedReading(prepared, { signal, heap }), this.#parts);
  }

  #answered(asked: Asked, reply: Reply): Admission {
    return { kind: 'refused', reply: this.#render(asked, reply) };
  }

  #refused(asked: Asked, thrown: unknown): Admission {
    return { kind: 'refused', reply: this.#failed(asked, thrown) };
  }

  #failed(asked: Asked, thrown: unknown): RenderedReply {
    return this.#render(shownWhole(asked), this.#failure(asked, thrown));
  }

  /** Renders an error, which may quote a long query. */
  #failedSoon(asked: Asked, thrown: unknown): RenderedReply | Promise<RenderedReply> {
    return this.#renderSoon(shownWhole(asked), this.#failure(asked, thrown));
  }

  /** Renders at once the short response to a request that no endpoint gets. */
  #render(asked: Asked, reply: Reply): RenderedReply {
    return atOnce(this.#rendering(asked, reply));
  }

  /** Renders the response of an endpoint, in slices if it is long. */
  #renderSoon(asked: Asked, reply: Reply): RenderedReply | Promise<RenderedReply> {
    return soonInSlices(this.#rendering(asked, reply), this.#parts);
  }

  #rendering({ head, form }: Asked, reply: Reply): Generator<unknown, RenderedReply> {
    const opaqueId = head.headers['x-opaque-id'];
    const headers = markedHeaders(this.#parts.headers, head.profile);
    if (opaqueId !== undefined) headers['x-opaque-id'] = opaqueId;
    if (reply.headers !== undefined) Object.assign(headers, reply.headers);
    return renderReply({ ...reply, headers }, form, { head: head.method === 'HEAD' });
  }

  #failure({ head, form }: Asked, thrown: unknown): Reply {
    if (isMediaTypeError(thrown)) return plainErrorReply(thrown.status, thrown.message);
    const error = asApiError(thrown);
    if (error.type === 'security_exception') this.#parts.security.refused(head, error);
    if (error.status >= 500) {
      const stack = thrown instanceof Error ? thrown.stack : undefined;
      this.#parts.failures.failed(head, error, stack);
    }
    return errorReply(thrown, { errorTrace: form.errorTrace });
  }
}

function typedAnswer(reply: Reply, { typed, entry }: Routed): Reply {
  return typed === undefined ? reply : typedReply(reply, typed, entry.endpoint.id);
}

function entryOf(endpoint: Endpoint): Entry {
  const variables = endpoint.routes.flatMap((route) =>
    [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  );
  const source = endpoint.sourceParam ? ['source', 'source_content_type'] : [];
  const known = [...Object.keys(endpoint.params), ...variables, ...source, ...RESPONSE_PARAMS];
  return {
    endpoint,
    variables: [...new Set(variables)],
    knownParams: new Set(known),
    params: new KnownParams(endpoint.params),
    companions: new Map([...SOURCE_PARAMS, ...Object.entries(endpoint.paramsBeside)]),
    withoutBody: new Set(endpoint.paramsWithoutBody),
    changesNothing: changesNothing(endpoint),
  };
}

/**
 * True for endpoints with a GET route that need only a reading privilege; not for `_refresh` or
 * updates.
 */
function changesNothing({ routes, privilege }: Endpoint): boolean {
  return routes.some((route) => /^(?:GET|HEAD) /.test(route)) && isReading(privilege);
}

/**
 * Reads the body, the parameters and the request of one endpoint. Parse errors precede unrecognized
 * parameters, as in OpenSearch.
 */
function* prepare(
  { entry, target, pathParams, head, typed }: Routed,
  bytes: Uint8Array,
): Generator<unknown, PreparedRequest> {
  const { endpoint } = entry;
  const given = yield* bodyOf(endpoint, { head, target, body: bytes });
  const body = typed === undefined ? given : untypedBody(given, typed, endpoint.id);
  const isLong = body.bytes.length > AT_ONCE_BYTES && endpoint.body === 'json';
  if (isLong && !endpoint.staysBytes) {
    yield* body.read();
  }
  const { query, known } = recognized(entry, target.query, body.present);
  try {
    const run = yield* endpoint.prepare({
      method: head.method,
      path: target.path,
      pathParams: withStandIns(pathParams, entry.variables, query),
      params: entry.params.read(target.queryText, query),
      givenParams: target.query,
      body,
      typed,
    });
    refuseUnrecognizedParams(target.path, target.query.keys(), known);
    return run;
  } catch (thrown) {
    if (endpoint.checkBody) {
      // A body that stays bytes has not been parsed yet.
      if (isLong) yield* body.read();
      endpoint.checkBody(body);
    }
    // Validation errors of a parsed request follow unrecognized parameters.
    if (asApiError(thrown).type === 'action_request_validation_exception') {
      refuseUnrecognizedParams(target.path, target.query.keys(), known);
    }
    throw thrown;
  }
}

/** Parameters that carry a body, for endpoints that allow it. */
const SOURCE_PARAMS = [
  ['source', 'source'],
  ['source_content_type', 'source_content_type'],
] as const;

/**
 * Leaves out the ignored parameters: those without their companion, and those replaced by a body.
 */
function recognized(
  { knownParams, companions, withoutBody }: Entry,
  query: ReadonlyMap<string, string>,
  hasBody: boolean,
) {
  const isUnread = (name: string): boolean => {
    const companion = companions.get(name);
    return (companion !== undefined && !query.has(companion)) || (hasBody && withoutBody.has(name));
  };
  const isKnown = (name: string): boolean => knownParams.has(name) && !isUnread(name);
  if ([...query.keys()].every(isKnown)) return { query, known: knownParams };
  return {
    query: new Map([...query].filter(([name]) => !isUnread(name))),
    known: new Set([...knownParams].filter(isKnown)),
  };
}

/** Query parameters stand in for absent path variables of the same name. */
function withStandIns(
  pathParams: Readonly<Record<string, string>>,
  variables: readonly string[],
  query: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  if (query.size === 0) return pathParams;
  const standIns = variables.flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return standIns.length === 0 ? pathParams : { ...Object.fromEntries(standIns), ...pathParams };
}

function* bodyOf(
  endpoint: Endpoint,
  { head, target, body }: Pick<Routed, 'head' | 'target'> & { readonly body: Uint8Array },
): Generator<void, RequestBody> {
  const options = { ndjson: endpoint.body === 'ndjson' };
  if (body.length > 0) {
    const format = bodyFormat(head.headers['content-type'], options);
    return endpoint.body === 'none' ? NO_BODY : yield* readableBody(body, format, options);
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
  return yield* readableBody(new TextEncoder().encode(source), bodyFormat(type, options), options);
}

/** Errors are shown completely, whatever `filter_path` says. */
function shownWhole(asked: Asked): Asked {
  return { ...asked, form: { ...asked.form, filterPath: [] } };
}
