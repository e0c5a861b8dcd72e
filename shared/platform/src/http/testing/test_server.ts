/** Servers of tests. */
import { connect } from 'node:net';
import { silentLog } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Admission, RenderedReply, RequestHead } from '@skein/http';
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../http_server.js';
import type { BodyBudget } from '../body_budget.js';

/** Limit of a body. */
export const LIMIT_BYTES = 64 * 1024;

/** A request with its whole body. */
export interface HttpRequest extends Pick<RequestHead, 'method' | 'target' | 'headers' | 'signal'> {
  readonly body: Uint8Array;
}

/** A reply in two chunks. */
export function reply(status: number, text: string): RenderedReply {
  const chunks = [Buffer.from(text.slice(0, 3)), Buffer.from(text.slice(3))];
  const headers = {
    'content-type': 'text/plain',
    'content-length': String(Buffer.byteLength(text)),
  };
  return { status, headers, chunks };
}

/** A limit of body bytes in memory at once. */
export function testBudget(limitBytes: number): BodyBudget {
  let used = 0;
  const refuse = () => {
    throw new ApiError('circuit_breaking_exception', '[in_flight_requests] Data too large');
  };
  return {
    admit: () => (used >= limitBytes ? refuse() : undefined),
    lease: () => {
      let taken = 0;
      const take = (bytes: number) => {
        used += bytes;
        taken += bytes;
      };
      return {
        grow: (bytes) => (used + bytes > limitBytes ? refuse() : take(bytes)),
        growUnchecked: take,
        end: () => {
          used -= taken;
          taken = 0;
        },
      };
    },
  };
}

const servers: HttpServer[] = [];

/** Stops the servers of a test. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop(0);
}

/** Starts a server whose API is everything below `/api`. */
export async function start(
  handle: (request: HttpRequest) => Promise<RenderedReply>,
  more: Partial<HttpServerOptions> = {},
): Promise<{ server: HttpServer; url: string }> {
  const server = await startHttpServer({
    addresses: ['127.0.0.1'],
    port: '0',
    maxInitialLineBytes: 4096,
    maxHeaderBytes: 8192,
    body: { maxContentLengthBytes: LIMIT_BYTES },
    compression: { enabled: true, level: 3 },
    cors: {
      enabled: true,
      allowOrigin: 'http://good.test',
      allowMethods: ['GET'],
      allowHeaders: ['Content-Type'],
      allowCredentials: false,
      maxAgeSeconds: 5,
    },
    maxConnections: 100,
    budget: testBudget(2 * LIMIT_BYTES),
    api: {
      admit: (head) => (head.target.startsWith('/api') ? welcome(head, handle) : undefined),
      admitUnknown: (head) => welcome(head, handle),
      refuse: (_request, error) => reply(error.status, `${error.type}: ${error.reason}`),
    },
    log: silentLog,
    ...more,
  });
  servers.push(server);
  return { server, url: `http://${server.addresses[0]}` };
}

function welcome(
  head: RequestHead,
  handle: (request: HttpRequest) => Promise<RenderedReply>,
): Admission {
  const { method, target, headers, signal } = head;
  return {
    kind: 'welcome',
    isEssential: target.startsWith('/api/essential'),
    answer: (body) => handle({ method, target, headers, signal, body }),
  };
}

/** Replies with the request. */
export const echo = async ({ method, target, body }: HttpRequest) =>
  reply(200, `${method} ${target} ${Buffer.from(body).toString()}`);

/** Writes requests on one connection; returns the responses until `isEnough` or the end. */
export function converse(
  { host, port }: { host: string; port: number },
  sent: string,
  isEnough: (received: string) => boolean,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.write(sent));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (isEnough(received)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}
