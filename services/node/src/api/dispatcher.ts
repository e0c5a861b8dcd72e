/**
 * Turns an HTTP request into a rendered response in two steps. `admit` looks only at the head:
 * route, format of the response, caller. An unauthorized caller is refused before any of the body
 * is read. The answerer that it returns then handles the body: parameters, endpoint, rendering.
 * Every error becomes a response, including internal ones.
 */
import { atOnce, type Clock, inSlices, type Timers } from '@skein/base';
import {
  type Admission,
  answerForm,
  DEFAULT_FORM,
  parseTarget,
  type RenderedReply,
  type Reply,
  type RequestHead,
  type RequestTarget,
  type RouteMatch,
  Router,
  textReply,
} from '@skein/http';
import type { Profile } from '@skein/settings';
import type { Actors } from '../actors.js';
import type { RequestMetrics } from '../metrics/mod.js';
import type { RestUsage } from '../node_operations/mod.js';
import type { Identity, Security } from '../security/mod.js';
import type { Privilege } from '../security/privilege.js';
import type { Tracing } from '../tracing/mod.js';
import type { Endpoint, PreparedRequest, RequestContext } from './endpoint.js';
import { plainErrorReply } from './error_reply.js';
import type { FailureLog } from './failure_log.js';
import {
  type TypedTarget,
  typedReply,
  typedRequest,
  typedTarget,
} from './mapping_types/typed_request.js';
import {
  AT_ONCE_BYTES,
  type Entry,
  entryOf,
  prepareRequest,
  type Routed,
} from './prepare_request.js';
import { type Asked, ReplyRenderer, shownWhole } from './reply_renderer.js';
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

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #router = new Router<Entry>();
  readonly #renderer: ReplyRenderer;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#renderer = new ReplyRenderer({ ...parts, turns: parts });
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
      return this.#renderer.refused(asked, thrown);
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
      return this.#authenticated(asked, 'authenticated', () =>
        this.#renderer.answered(asked, reply),
      );
    } catch (thrown) {
      return this.#renderer.refused(asked, thrown);
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
    return identity.then(proceed).catch((thrown: unknown) => this.#renderer.refused(asked, thrown));
  }

  #refuseMethod(
    asked: Asked,
    allowed: Extract<RouteMatch<Entry>, { kind: 'wrong_method' }>['allowed'],
  ): Admission | Promise<Admission> {
    const { method, target } = asked.head;
    const headers = { allow: allowed.join(',') };
    if (method === 'OPTIONS') return this.#renderer.answered(asked, { ...textReply(''), headers });
    const message = `Incorrect HTTP method for uri [${target}] and method [${method}], allowed: [${allowed.join(', ')}]`;
    return this.#authenticated(asked, 'authenticated', () =>
      this.#renderer.answered(asked, plainErrorReply(405, message, headers)),
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
      const prepared = prepareRequest(routed, body);
      const reply =
        body.length > AT_ONCE_BYTES
          ? this.#readLong(prepared, head).then((run) => run(actors, context()))
          : atOnce(prepared)(actors, context());
      const rendered =
        reply instanceof Promise
          ? reply.then((settled) => this.#renderer.render(routed, typedAnswer(settled, routed)))
          : this.#renderer.render(routed, typedAnswer(reply, routed));
      if (!(rendered instanceof Promise)) return rendered;
      return rendered.catch((thrown: unknown) => this.#renderer.failed(routed, thrown));
    } catch (thrown) {
      return this.#renderer.failed(routed, thrown);
    }
  }

  #readLong(
    prepared: Generator<unknown, PreparedRequest>,
    { signal }: RequestHead,
  ): Promise<PreparedRequest> {
    const { heap } = this.#parts;
    return inSlices(watchedReading(prepared, { signal, heap }), this.#parts);
  }
}

function typedAnswer(reply: Reply, { typed, entry }: Routed): Reply {
  return typed === undefined ? reply : typedReply(reply, typed, entry.endpoint.id);
}
