/**
 * One request and its response: the API checks the head, the body is read if the API admits the
 * request, and the response is written. The usual request (a small body or none, a small response)
 * sets no timer and does not wait for another turn of the event loop.
 */
import type { Log } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import {
  type Admission,
  type CorsRules,
  type CorsVerdict,
  corsVerdict,
  type HttpMethod,
  type RenderedReply,
  type RequestHead,
} from '@skein/http';
import type { Profile } from '@skein/settings';
import type { BodyBudget, BodyLease } from './body_budget.js';
import type { BodyLimits } from './request_reader.js';
import type { CompressionRules } from './response_writer.js';
import type { StalledConnections } from './stalled_connections.js';
import type { Wire } from './wire.js';

const NO_BODY = new Uint8Array(0);
const NO_CORS: CorsVerdict = { kind: 'none' };

export interface ExchangeRules {
  readonly profile?: Profile | undefined;
  readonly body: BodyLimits;
  readonly compression: CompressionRules;
  readonly cors: CorsRules;
  readonly budget: BodyBudget;
  readonly stalled: StalledConnections;
  readonly log: Log;
  /** True if connections end with the next response. */
  readonly isDraining: () => boolean;
  /** The response to a request that could not be read. */
  readonly refuse: (head: RequestHead, error: ApiError) => RenderedReply;
}

type HeadParts = Pick<RequestHead, 'method' | 'target' | 'headers'>;
type Welcome = Extract<Admission, { kind: 'welcome' }>;

export class Exchange implements RequestHead {
  readonly method: HttpMethod;
  readonly target: string;
  readonly headers: RequestHead['headers'];
  readonly profile: Profile | undefined;
  readonly #wire: Wire;
  readonly #rules: ExchangeRules;
  #controller: AbortController | undefined;
  #abortReason: Error | undefined;
  #givenUp: ApiError | undefined;

  constructor({ method, target, headers }: HeadParts, wire: Wire, rules: ExchangeRules) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.profile = rules.profile;
    this.#wire = wire;
    this.#rules = rules;
  }

  /** Created on first use. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#abortReason ??= reason;
    this.#controller?.abort(reason);
  }

  /**
   * Aborts the exchange. Later output of the request may be incomplete, so the client gets the
   * reason instead.
   */
  giveUp(reason: ApiError): void {
    this.#givenUp = reason;
    this.abort(reason);
  }

  /**
   * Runs the exchange; `undefined` if it has ended already. Never throws or rejects: if no response
   * is possible any more, the failure is logged and the connection dropped.
   */
  run(admission: Admission | Promise<Admission>): undefined | Promise<void> {
    try {
      return this.#answer(admission)?.catch((failure: unknown) => this.#drop(failure));
    } catch (failure) {
      this.#drop(failure);
      return undefined;
    }
  }

  #drop(failure: unknown): void {
    if (this.#abortReason === undefined) {
      this.#rules.log.warn('request dropped', { reason: asApiError(failure).reason });
    }
    this.#wire.destroy();
  }

  #answer(admitted: Admission | Promise<Admission>): undefined | Promise<void> {
    const cors = this.#cors();
    if (cors.kind === 'refused') return this.#send({ status: 403, headers: {}, chunks: [] }, cors);
    if (cors.kind === 'allowed' && this.method === 'OPTIONS') {
      return this.#send({ status: 200, headers: { 'content-length': '0' }, chunks: [] }, cors);
    }
    if (!(admitted instanceof Promise)) return this.#admitted(admitted, cors);
    return admitted.then((admission) => this.#admitted(admission, cors));
  }

  #admitted(admission: Admission, cors: CorsVerdict): undefined | Promise<void> {
    if (admission.kind === 'refused') return this.#send(admission.reply, cors);
    if (this.#wire.expectsBody) return this.#answerBody(admission, cors);
    const refusal = admission.isEssential ? undefined : this.#noRoom();
    return this.#respond(refusal ?? admission.answer(NO_BODY), cors);
  }

  #noRoom(): RenderedReply | undefined {
    try {
      this.#rules.budget.admit();
      return undefined;
    } catch (failure) {
      return this.#refusal(failure);
    }
  }

  /** Keeps the share of the budget until the response is written. */
  #answerBody(admission: Welcome, cors: CorsVerdict): undefined | Promise<void> {
    const lease = this.#rules.budget.lease();
    let ending: undefined | Promise<void>;
    try {
      ending = this.#answerRead(admission, lease, cors);
      return ending?.finally(() => lease.end());
    } finally {
      if (ending === undefined) lease.end();
    }
  }

  #answerRead(
    { answer, isEssential }: Welcome,
    lease: BodyLease,
    cors: CorsVerdict,
  ): undefined | Promise<void> {
    const { body: limits, stalled } = this.#rules;
    const grow = isEssential ? lease.growUnchecked : lease.grow;
    const refused = (failure: unknown) => {
      const refusal = this.#refusal(failure);
      this.#wire.endWithReply();
      return this.#send(refusal, cors);
    };
    let body: Uint8Array | Promise<Uint8Array>;
    try {
      body = this.#wire.readBody({ ...limits, stalled, grow });
    } catch (failure) {
      return refused(failure);
    }
    if (!(body instanceof Promise)) return this.#respond(answer(body), cors);
    return body.then((bytes) => this.#respond(answer(bytes), cors), refused);
  }

  /** The response to a request that was not admitted for lack of room or whose body is at fault. */
  #refusal(failure: unknown): RenderedReply {
    if (!(failure instanceof ApiError)) throw failure;
    return this.#rules.refuse(this, failure);
  }

  #cors(): CorsVerdict {
    const { origin, host = '' } = this.headers;
    if (origin === undefined) return NO_CORS;
    return corsVerdict(this.#rules.cors, { method: this.method, origin, host });
  }

  #respond(
    reply: RenderedReply | Promise<RenderedReply>,
    cors: CorsVerdict,
  ): undefined | Promise<void> {
    if (!(reply instanceof Promise)) return this.#send(reply, cors);
    return reply.then((settled) => this.#send(settled, cors));
  }

  #send(given: RenderedReply, cors: CorsVerdict): undefined | Promise<void> {
    const reply = this.#givenUp === undefined ? given : this.#rules.refuse(this, this.#givenUp);
    if (this.#rules.isDraining()) this.#wire.endWithReply();
    const { headers } = reply;
    const shown =
      cors.kind === 'allowed' ? { ...reply, headers: { ...headers, ...cors.headers } } : reply;
    const { compression, stalled } = this.#rules;
    const acceptEncoding = this.headers['accept-encoding'];
    return this.#wire.send(shown, { compression, stalled, acceptEncoding });
  }
}
