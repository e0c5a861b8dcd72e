/**
 * The HTTP server: node's own server, one per bind address. A request that the API knows goes
 * straight to it. Everything else passes through express, where pages (documentation, console) are
 * mounted, and returns to the API if no page handles it. So requests of the API pay for no
 * middleware, and pages can use it. Short requests do not even pay for node's parser and streams
 * (`http/short_connection.ts`).
 *
 * Limits: request line, headers (10 s, `http.max_header_size`), body (`http.max_content_length`, 60
 * s between two reads), idle connections (60 s), number of connections. A client that disconnects
 * aborts its request.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Log } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import {
  type Admission,
  type CorsRules,
  isHttpMethod,
  type OwnNames,
  type RenderedReply,
  type RequestHead,
} from '@skein/http';
import type { Profile } from '@skein/settings';
import { bindFirstFree, closeServer } from './bind_port.js';
import type { BodyBudget } from './http/body_budget.js';
import { answerBrokenRequest } from './http/broken_request.js';
import { Exchange, type ExchangeRules } from './http/exchange.js';
import { HeadRules } from './http/head_rules.js';
import { NodeWire } from './http/node_wire.js';
import { type PageMount, Pages } from './http/pages.js';
import type { BodyLimits } from './http/request_reader.js';
import type { CompressionRules } from './http/response_writer.js';
import type { Begun, ShortWire } from './http/short_connection.js';
import { ShortConnections } from './http/short_connections.js';
import { type ShortHead, ShortHeads } from './http/short_head.js';
import { StalledConnections } from './http/stalled_connections.js';
import { IDLE_GRACE_MS, IDLE_LIMITS, IDLE_TIMEOUT_MS } from './idle_limits.js';
import { addressOf, addressText, portsOf } from './network_address.js';
import type { TlsCertificate } from './tls_certificate.js';

/** Limit of the time from the first byte of a head to its last. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Interval at which node checks for expired connections. */
const TIMEOUT_CHECK_INTERVAL_MS = 2_000;
/** Time for clients to read what they are told when a drained server has lost its patience. */
const LAST_RESPONSES_MS = 1_000;
const SHORT_WAITS = {
  idleMs: IDLE_TIMEOUT_MS + IDLE_GRACE_MS,
  checkMs: TIMEOUT_CHECK_INTERVAL_MS,
};

/** The API as the server calls it. None of it throws or rejects for a fault of a request. */
export interface HttpApi {
  /**
   * Decides if a request is admitted, before its body is read. `undefined`: the path is not of the
   * API, so the pages are tried first.
   */
  admit(head: RequestHead): Admission | Promise<Admission> | undefined;
  /** Decides about a request that no page handled either. */
  admitUnknown(head: RequestHead): Admission | Promise<Admission>;
  /** The response to a request that could not be read. */
  refuse(head: RequestHead, error: ApiError): RenderedReply;
}

export interface HttpServerOptions {
  /** Addresses, already resolved. */
  readonly addresses: readonly string[];
  /** A port, 0 for any, or a range `9200-9300` of which the first free one is used. */
  readonly port: string;
  /** The product as which it responds; `undefined`: the cluster's profile. */
  readonly profile?: Profile | undefined;
  readonly maxInitialLineBytes: number;
  readonly maxHeaderBytes: number;
  readonly body: BodyLimits;
  readonly compression: CompressionRules;
  readonly cors: CorsRules;
  /** Names that requests may be for; `undefined`: any. */
  readonly names?: OwnNames | undefined;
  readonly maxConnections: number;
  /** Budget of request bodies in memory at once, over all connections. */
  readonly budget: BodyBudget;
  readonly api: HttpApi;
  /** Certificate for HTTPS; if given, plain HTTP is not served. */
  readonly tls?: TlsCertificate;
  readonly log: Log;
}

export interface HttpServer {
  readonly scheme: 'http' | 'https';
  /** Addresses as `host:port`, IPv6 in brackets. */
  readonly addresses: readonly string[];
  /** Adds pages besides the API; call it before the first request. */
  mountPages(mount: PageMount): void;
  stats(): HttpStats;
  /**
   * Ends each connection with its next response. Resolves when the requests under way have been
   * answered; after `graceMs` the rest is aborted with an error response, for which their clients
   * have a second more. The API is still called, and must refuse new requests itself.
   */
  drain(graceMs: number): Promise<void>;
  /** Accepts no new requests, lets running ones finish for `graceMs`, then cuts them off. */
  stop(graceMs: number): Promise<void>;
}

export interface HttpStats {
  readonly currentOpen: number;
  readonly totalOpened: number;
}

/** Rejects with the system's error (`EADDRINUSE`, `EACCES`, …) when an address cannot be bound. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const door = new Door(options);
  try {
    for (const address of options.addresses) await door.bind(address);
  } catch (failure) {
    await door.stop(0);
    throw failure;
  }
  return door;
}

class Door implements HttpServer {
  readonly #options: HttpServerOptions;
  readonly #servers: Server[] = [];
  /** The connections of each server that Node's parser has not seen. */
  readonly #short: ShortConnections[] = [];
  /** Running exchanges, each with the promise of its end. */
  readonly #running = new Map<Exchange, Promise<void>>();
  readonly #rules: ExchangeRules;
  readonly #stalled = new StalledConnections({
    idleMs: IDLE_TIMEOUT_MS,
    checkMs: TIMEOUT_CHECK_INTERVAL_MS,
  });
  readonly #shortRules: Parameters<typeof ShortConnections.before>[2];
  readonly #pages: Pages;
  readonly #heads: HeadRules;
  /**
   * Connections that end with the response to an unreadable request, so that the data behind it is
   * ignored.
   */
  readonly #condemned = new WeakSet<Socket>();
  #currentOpen = 0;
  #totalOpened = 0;
  #isDraining = false;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    const { maxInitialLineBytes, maxHeaderBytes, names, body } = options;
    this.#heads = new HeadRules({ maxInitialLineBytes, names });
    this.#shortRules = {
      heads: new ShortHeads({ maxInitialLineBytes, maxHeaderBytes }),
      maxBodyBytes: body.maxContentLengthBytes,
      idleSeconds: IDLE_TIMEOUT_MS / 1000,
      begin: (socket, head, wire) => this.#beginShort(socket, head, wire),
      isDraining: () => this.#isDraining,
    };
    this.#rules = {
      ...options,
      stalled: this.#stalled,
      isDraining: () => this.#isDraining,
      refuse: (head, error) => options.api.refuse(head, error),
    };
    this.#pages = new Pages({
      unwanted: (request, response) => {
        const exchange = this.#exchange(request, response);
        this.#serve(exchange, response, options.api.admitUnknown(exchange));
      },
      failed: (failure, request, response) => this.#pageFailure(failure, request, response),
    });
  }

  mountPages(mount: PageMount): void {
    this.#pages.mount(mount);
  }

  get scheme(): 'http' | 'https' {
    return this.#options.tls ? 'https' : 'http';
  }

  get addresses(): readonly string[] {
    return this.#servers.map((server) => {
      const { address, port } = addressOf(server);
      return addressText(address, port);
    });
  }

  stats(): HttpStats {
    return { currentOpen: this.#currentOpen, totalOpened: this.#totalOpened };
  }

  /** Binds the first free port of the range; later addresses take the same port as the first. */
  async bind(address: string): Promise<void> {
    const [first] = this.#servers;
    const taken = first === undefined ? undefined : addressOf(first).port;
    const ports = taken === undefined ? portsOf(this.#options.port) : [taken];
    this.#servers.push(await bindFirstFree(() => this.#create(), address, ports));
  }

  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    const begun = [...this.#running];
    const impatience = setTimeout(() => {
      for (const [exchange] of begun) exchange.giveUp(stopping());
    }, graceMs);
    const last = Promise.withResolvers<void>();
    const deadline = setTimeout(last.resolve, graceMs + LAST_RESPONSES_MS);
    await Promise.race([Promise.all(begun.map(([, ended]) => ended)), last.promise]);
    clearTimeout(impatience);
    clearTimeout(deadline);
  }

  async stop(graceMs: number): Promise<void> {
    this.#isDraining = true;
    const closed = Promise.all(this.#servers.map((server) => closeServer(server)));
    for (const server of this.#servers) server.closeIdleConnections();
    for (const short of this.#short) short.closeIdle();
    const deadline = setTimeout(() => this.#cutOff(), graceMs);
    await closed;
    clearTimeout(deadline);
    this.#stalled.stop();
    for (const short of this.#short) short.stop();
  }

  #cutOff(): void {
    for (const exchange of this.#running.keys()) exchange.abort(stopping());
    for (const server of this.#servers) server.closeAllConnections();
    for (const short of this.#short) short.closeAll();
  }

  #create(): Server {
    const { tls } = this.#options;
    const options = {
      maxHeaderSize: this.#options.maxHeaderBytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      ...IDLE_LIMITS,
      requestTimeout: 0,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      noDelay: true,
    };
    const server = tls ? secureServer(tls, options) : createServer(options);
    server.maxConnections = this.#options.maxConnections;
    server.on('connection', (socket) => {
      this.#currentOpen++;
      this.#totalOpened++;
      socket.once('close', () => this.#currentOpen--);
    });
    const event = tls ? 'secureConnection' : 'connection';
    this.#short.push(ShortConnections.before(server, event, this.#shortRules, SHORT_WAITS));
    const accept = (request: IncomingMessage, response: ServerResponse) =>
      this.#accept(request, response);
    server.on('request', accept);
    server.on('checkContinue', accept);
    server.on('clientError', answerBrokenRequest);
    return server;
  }

  #beginShort(socket: Socket, head: ShortHead, wire: ShortWire): Begun | undefined {
    if (!this.#heads.admitsHost(head.host, socket)) return undefined;
    const exchange = new Exchange(head, wire, this.#rules);
    const admission = this.#options.api.admit(exchange);
    if (admission === undefined) return undefined;
    const ended = exchange.run(admission);
    if (ended !== undefined) {
      this.#running.set(exchange, ended);
      void ended.then(() => this.#running.delete(exchange));
    }
    return { exchange, ended };
  }

  #exchange(request: IncomingMessage, response: ServerResponse): Exchange {
    const { method = '', url: target = '/' } = request;
    const head = {
      method: isHttpMethod(method) ? method : 'PATCH',
      target,
      // Only [set-cookie], which does not belong in a request, would be a list.
      headers: request.headers as Record<string, string | undefined>,
    };
    return new Exchange(head, new NodeWire(request, response), this.#rules);
  }

  #accept(request: IncomingMessage, response: ServerResponse): void {
    if (this.#condemned.has(request.socket)) return;
    const fault = this.#heads.fault(request);
    const exchange = this.#exchange(request, response);
    if (fault !== undefined) {
      this.#condemned.add(request.socket);
      response.setHeader('connection', 'close');
      this.#serve(exchange, response, {
        kind: 'refused',
        reply: this.#options.api.refuse(exchange, fault),
      });
      return;
    }
    const admission = this.#options.api.admit(exchange);
    if (admission === undefined) void this.#pages.serve(request, response);
    else this.#serve(exchange, response, admission);
  }

  #serve(
    exchange: Exchange,
    response: ServerResponse,
    admission: Admission | Promise<Admission>,
  ): void {
    response.once('close', () => {
      this.#running.delete(exchange);
      if (!response.writableFinished) exchange.abort(new Error('the client went away'));
    });
    const ended = exchange.run(admission);
    if (ended !== undefined) this.#running.set(exchange, ended);
  }

  #pageFailure(failure: unknown, request: IncomingMessage, response: ServerResponse): void {
    this.#options.log.error('page failed', { reason: asApiError(failure).reason });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const head = this.#exchange(request, response);
    const reply = this.#options.api.refuse(head, asApiError(failure));
    response.writeHead(reply.status, { ...reply.headers });
    for (const chunk of reply.chunks) response.write(chunk);
    response.end();
  }
}

function stopping(): ApiError {
  return new ApiError('node_closed_exception', 'the node is stopping');
}

function secureServer(tls: TlsCertificate, options: ServerOptions): Server {
  const server = createSecureServer({
    ...options,
    ...tls.options,
    handshakeTimeout: HEADERS_TIMEOUT_MS,
  });
  tls.follow(server);
  return server;
}
