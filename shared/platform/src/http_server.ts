/**
 * The HTTP door: node's own server, one a bind address. A request the API knows goes straight to it; everything else passes through express,
 * where pages (documentation, console) are mounted, and ends at the API again if no page wants it. So the hot paths pay for no
 * middleware, and pages have one.
 *
 * Limits: request line, headers (10 s, `http.max_header_size`), body (`http.max_content_length`, 60 s between two reads), idle
 * connections (60 s), connections. A client that goes away aborts its request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import {
  type CorsRules,
  corsVerdict,
  type HttpHandler,
  type HttpRequest,
  isHttpMethod,
  type RenderedReply,
} from '@skein/http';
import type express from 'express';
import { bindFirstFree, closeServer } from './bind_port.js';
import { BodyBudget, type BodyLease } from './http/body_budget.js';
import { answerBrokenRequest } from './http/broken_request.js';
import { type BodyLimits, discardBody, readBody } from './http/request_reader.js';
import { type CompressionRules, writeReply } from './http/response_writer.js';
import { portsOf } from './network_address.js';

const HEADERS_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;
/** How often node looks for connections past their time. */
const TIMEOUT_CHECK_INTERVAL_MS = 2_000;

/** What the server needs of the API. */
export interface HttpApi {
  /** Whether the path is the API's; the rest is offered to the pages first. */
  knows(request: Pick<HttpRequest, 'method' | 'target'>): boolean;
  readonly handle: HttpHandler;
  /** The answer to a request that could not be read. */
  refuse(request: Omit<HttpRequest, 'body' | 'signal'>, error: ApiError): RenderedReply;
}

export interface HttpServerOptions {
  /** Addresses, already resolved. */
  readonly addresses: readonly string[];
  /** A port, 0 for any, or a range `9200-9300` of which the first free one is taken. */
  readonly port: string;
  readonly maxInitialLineBytes: number;
  readonly maxHeaderBytes: number;
  readonly body: BodyLimits;
  readonly compression: CompressionRules;
  readonly cors: CorsRules;
  readonly maxConnections: number;
  /** Request bodies in memory at once, over all connections. */
  readonly maxInFlightBytes: number;
  readonly api: HttpApi;
  readonly log: Log;
}

export interface HttpServer {
  /** `host:port`, IPv6 in brackets. */
  readonly addresses: readonly string[];
  /** Pages beside the API are mounted here. */
  readonly pages: express.Router;
  stats(): { readonly currentOpen: number; readonly totalOpened: number };
  /** Takes no new requests, lets running ones finish for `graceMs`, then cuts them off. */
  stop(graceMs: number): Promise<void>;
}

/** Rejects with the system's error (`EADDRINUSE`, `EACCES`, …) when an address cannot be bound. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  // Loaded here: worker threads share this package and have no use for a web framework in their memory.
  const { default: makeExpress } = await import('express');
  const door = new Door(options, makeExpress);
  try {
    for (const address of options.addresses) await door.bind(address);
  } catch (failure) {
    await door.stop(0);
    throw failure;
  }
  return door;
}

class Door implements HttpServer {
  readonly pages: express.Router;
  readonly #options: HttpServerOptions;
  readonly #servers: Server[] = [];
  readonly #running = new Set<AbortController>();
  readonly #app: express.Express;
  readonly #budget: BodyBudget;
  #currentOpen = 0;
  #totalOpened = 0;
  #stopping = false;

  constructor(options: HttpServerOptions, makeExpress: typeof express) {
    this.#options = options;
    this.pages = makeExpress.Router();
    this.#app = makeExpress();
    this.#budget = new BodyBudget(options.maxInFlightBytes);
    this.#app.disable('x-powered-by');
    this.#app.use(this.pages);
    this.#app.use((request: IncomingMessage, response: ServerResponse) =>
      this.#serve(request, response),
    );
    this.#app.use(this.#pageFailure);
  }

  get addresses(): readonly string[] {
    return this.#servers.map((server) => {
      const { address, port, family } = server.address() as AddressInfo;
      return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
    });
  }

  stats() {
    return { currentOpen: this.#currentOpen, totalOpened: this.#totalOpened };
  }

  /** Binds the first free port of the range; later addresses take the port the first one got. */
  async bind(address: string): Promise<void> {
    const [first] = this.#servers;
    const taken = first === undefined ? undefined : (first.address() as AddressInfo).port;
    const ports = taken === undefined ? portsOf(this.#options.port) : [taken];
    this.#servers.push(await bindFirstFree(() => this.#create(), address, ports));
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const closed = Promise.all(this.#servers.map((server) => closeServer(server)));
    for (const server of this.#servers) server.closeIdleConnections();
    const deadline = setTimeout(() => this.#cutOff(), graceMs);
    await closed;
    clearTimeout(deadline);
  }

  #cutOff(): void {
    for (const controller of this.#running) controller.abort(new Error('the node is stopping'));
    for (const server of this.#servers) server.closeAllConnections();
  }

  #create(): Server {
    const server = createServer({
      maxHeaderSize: this.#options.maxHeaderBytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      noDelay: true,
    });
    server.maxConnections = this.#options.maxConnections;
    server.on('connection', (socket) => {
      this.#currentOpen++;
      this.#totalOpened++;
      socket.once('close', () => this.#currentOpen--);
    });
    const accept = (request: IncomingMessage, response: ServerResponse) =>
      this.#accept(request, response);
    server.on('request', accept);
    server.on('checkContinue', accept);
    server.on('clientError', answerBrokenRequest);
    return server;
  }

  #accept(request: IncomingMessage, response: ServerResponse): void {
    if (this.#stopping) response.setHeader('connection', 'close');
    const method = request.method ?? '';
    const isApi =
      isHttpMethod(method) && this.#options.api.knows({ method, target: request.url ?? '/' });
    if (isApi) void this.#serve(request, response);
    else this.#app(request, response);
  }

  /** Never rejects: what cannot be answered any more is logged and the connection dropped. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const controller = new AbortController();
    this.#running.add(controller);
    response.once('close', () => {
      this.#running.delete(controller);
      if (!response.writableFinished) controller.abort(new Error('the client went away'));
    });
    const lease = this.#budget.lease();
    try {
      await this.#answer(request, response, { signal: controller.signal, lease });
    } catch (failure) {
      if (!controller.signal.aborted) {
        this.#options.log.warn('request dropped', { reason: asApiError(failure).reason });
      }
      response.destroy();
    } finally {
      lease.end();
    }
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    { signal, lease }: { readonly signal: AbortSignal; readonly lease: BodyLease },
  ): Promise<void> {
    const { compression } = this.#options;
    const head = headOf(request);
    const cors = corsVerdict(this.#options.cors, {
      method: head.method,
      origin: head.headers.origin,
      host: head.headers.host ?? '',
    });
    const corsHeaders = cors.kind === 'allowed' ? cors.headers : {};
    let reply: RenderedReply;
    if (cors.kind === 'refused') reply = { status: 403, headers: {}, chunks: [] };
    else if (cors.kind === 'allowed' && head.method === 'OPTIONS') {
      reply = { status: 200, headers: { 'content-length': '0' }, chunks: [] };
    } else reply = await this.#ask({ request, response, head: { ...head, signal }, lease });
    const headers = { ...reply.headers, ...corsHeaders };
    await writeReply(
      response,
      { ...reply, headers },
      {
        compression,
        acceptEncoding: head.headers['accept-encoding'],
        idleTimeoutMs: IDLE_TIMEOUT_MS,
      },
    );
    if (!request.complete) await discardBody(request);
    response.end();
  }

  async #ask(parts: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly head: Omit<HttpRequest, 'body'>;
    readonly lease: BodyLease;
  }): Promise<RenderedReply> {
    const { request, response, head, lease } = parts;
    const { api } = this.#options;
    let body: Uint8Array;
    try {
      this.#checkLine(request);
      checkCredentials(request);
      body = await readBody(request, response, {
        ...this.#options.body,
        idleTimeoutMs: IDLE_TIMEOUT_MS,
        lease,
      });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      response.setHeader('connection', 'close');
      return api.refuse(head, failure);
    }
    return api.handle({ ...head, body });
  }

  #checkLine(request: IncomingMessage): void {
    const lengthBytes = `${request.method} ${request.url} HTTP/1.1`.length;
    const limit = this.#options.maxInitialLineBytes;
    if (lengthBytes <= limit) return;
    throw new ApiError(
      'too_long_http_line_exception',
      `An HTTP line is larger than ${limit} bytes.`,
    );
  }

  /** Express tells an error handler by its four parameters. */
  readonly #pageFailure = (
    failure: unknown,
    request: express.Request,
    response: express.Response,
    _next: express.NextFunction,
  ): void => {
    this.#options.log.error('a page failed', { reason: asApiError(failure).reason });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const reply = this.#options.api.refuse(headOf(request), asApiError(failure));
    response.writeHead(reply.status, { ...reply.headers });
    for (const chunk of reply.chunks) response.write(chunk);
    response.end();
  };
}

/** Node would take the first of two, another server the last: who asks must not depend on that. */
function checkCredentials(request: IncomingMessage): void {
  if ((request.headersDistinct.authorization?.length ?? 0) <= 1) return;
  throw new ApiError(
    'illegal_argument_exception',
    'request has more than one [Authorization] header',
  );
}

function headOf(request: IncomingMessage): Omit<HttpRequest, 'body' | 'signal'> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const method = request.method ?? '';
  return { method: isHttpMethod(method) ? method : 'PATCH', target: request.url ?? '/', headers };
}
