/**
 * One request and its response: the API checks the head, the body is read if the API admits the
 * request, and the response is written. The usual request (a small body or none, a small response)
 * sets no timer and does not wait for another turn of the event loop.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import {
  type Admission,
  type CorsRules,
  type CorsVerdict,
  corsVerdict,
  type HttpMethod,
  isHttpMethod,
  type RenderedReply,
  type RequestHead,
} from '@skein/http';
import type { Profile } from '@skein/settings';
import type { BodyBudget } from './body_budget.js';
import {
  awaitsContinue,
  type BodyLimits,
  discardBody,
  isBodyExpected,
  readBody,
} from './request_reader.js';
import { type CompressionRules, writeReply } from './response_writer.js';
import type { StalledConnections } from './stalled_connections.js';

/**
 * A refused request's body up to this size is read and dropped, so that the connection stays
 * usable; after a larger one it is closed.
 */
const KEPT_ALIVE_BYTES = 64 * 1024;

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

export class Exchange implements RequestHead {
  readonly method: HttpMethod;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly profile: Profile | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #rules: ExchangeRules;
  #controller: AbortController | undefined;
  #abortReason: Error | undefined;
  #givenUp: ApiError | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, rules: ExchangeRules) {
    const method = request.method ?? '';
    this.method = isHttpMethod(method) ? method : 'PATCH';
    this.target = request.url ?? '/';
    // Only [set-cookie], which does not belong in a request, would be a list.
    this.headers = request.headers as Record<string, string | undefined>;
    this.#request = request;
    this.#response = response;
    this.#rules = rules;
    this.profile = rules.profile;
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
   * Runs the exchange. Never rejects: if no response is possible any more, the failure is logged
   * and the connection dropped.
   */
  async run(admission: Admission | Promise<Admission>): Promise<void> {
    try {
      await this.#answer(admission);
    } catch (failure) {
      if (this.#abortReason === undefined) {
        this.#rules.log.warn('request dropped', { reason: asApiError(failure).reason });
      }
      this.#response.destroy();
    }
  }

  async #answer(admitted: Admission | Promise<Admission>): Promise<void> {
    const cors = this.#cors();
    if (cors.kind === 'refused') return this.#send({ status: 403, headers: {}, chunks: [] }, cors);
    if (cors.kind === 'allowed' && this.method === 'OPTIONS') {
      return this.#send({ status: 200, headers: { 'content-length': '0' }, chunks: [] }, cors);
    }
    const admission = admitted instanceof Promise ? await admitted : admitted;
    if (admission.kind === 'refused') return this.#send(admission.reply, cors);
    if (isBodyExpected(this.#request)) return this.#answerBody(admission, cors);
    const refusal = admission.isEssential ? undefined : this.#noRoom();
    if (refusal !== undefined) return this.#send(refusal, cors);
    const reply = admission.answer(NO_BODY);
    return this.#send(reply instanceof Promise ? await reply : reply, cors);
  }

  #noRoom(): RenderedReply | undefined {
    try {
      this.#rules.budget.admit();
      return undefined;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return this.#rules.refuse(this, failure);
    }
  }

  async #answerBody(
    { answer, isEssential }: Extract<Admission, { kind: 'welcome' }>,
    cors: CorsVerdict,
  ): Promise<void> {
    const { budget, body: limits, stalled } = this.#rules;
    const lease = budget.lease();
    try {
      let body: Uint8Array;
      try {
        const grow = isEssential ? lease.growUnchecked : lease.grow;
        body = await readBody(this.#request, this.#response, { ...limits, stalled, grow });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        this.#response.setHeader('connection', 'close');
        return await this.#send(this.#rules.refuse(this, failure), cors);
      }
      const reply = answer(body);
      await this.#send(reply instanceof Promise ? await reply : reply, cors);
    } finally {
      lease.end();
    }
  }

  #cors(): CorsVerdict {
    const { origin, host = '' } = this.headers;
    if (origin === undefined) return NO_CORS;
    return corsVerdict(this.#rules.cors, { method: this.method, origin, host });
  }

  async #send(given: RenderedReply, cors: CorsVerdict): Promise<void> {
    const reply = this.#givenUp === undefined ? given : this.#rules.refuse(this, this.#givenUp);
    const request = this.#request;
    const response = this.#response;
    const isPending = isBodyExpected(request) && !request.complete;
    const isLast = (isPending && !isSmall(request)) || this.#rules.isDraining();
    if (isLast) response.setHeader('connection', 'close');
    const { headers } = reply;
    const shown =
      cors.kind === 'allowed' ? { ...reply, headers: { ...headers, ...cors.headers } } : reply;
    const written = writeReply(response, shown, {
      compression: this.#rules.compression,
      acceptEncoding: this.headers['accept-encoding'],
      stalled: this.#rules.stalled,
      end: !isPending,
    });
    if (written !== undefined) await written;
    if (!isPending) return;
    // A client that is still writing would get a reset before it has read the response, so its data
    // is read first.
    if (!awaitsContinue(request)) await discardBody(request);
    response.end();
  }
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) <= KEPT_ALIVE_BYTES;
}
