/**
 * `GET /metrics` on a port of its own, so that access to it can be restricted separately from the
 * service. It requires no token.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reasonOf, systemCodeOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import { bindFirstFree, closeServer } from './bind_port.js';
import { IDLE_LIMITS } from './idle_limits.js';
import { addressOf, addressText } from './network_address.js';

export interface MetricsServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The metrics in the text format of Prometheus. A rejection is answered with 500. */
  readonly text: () => Promise<string>;
}

export interface MetricsServer {
  /** URL of the metrics, path included. */
  readonly url: string;
  stop(): Promise<void>;
}

const PATHS: ReadonlySet<string | undefined> = new Set(['/metrics', '/_metrics']);

/** Rejects with illegal_state_exception when the address cannot be bound. */
export async function startMetricsServer({
  host,
  port,
  text,
}: MetricsServerOptions): Promise<MetricsServer> {
  const make = () =>
    createServer(IDLE_LIMITS, (request, response) => void answer(request, response, text));
  const server = await bind(make, host, port);
  const { port: bound } = addressOf(server);
  return {
    url: `http://${addressText(host, bound)}/metrics`,
    stop: () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      return closed;
    },
  };
}

async function bind(make: () => Server, host: string, port: number): Promise<Server> {
  try {
    return await bindFirstFree(make, host, [port]);
  } catch (thrown) {
    const isTaken = systemCodeOf(thrown) === 'EADDRINUSE';
    const why = isTaken ? 'address already in use' : reasonOf(thrown);
    throw new ApiError('illegal_state_exception', `cannot listen on [${host}:${port}]: ${why}`);
  }
}

async function answer(
  { url, method }: IncomingMessage,
  response: ServerResponse,
  text: () => Promise<string>,
): Promise<void> {
  const send = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': `text/plain; ${type}charset=utf-8` });
    response.end(body);
  };
  if (method !== 'GET' || !PATHS.has(url)) return send(404, '', 'not found\n');
  try {
    send(200, 'version=0.0.4; ', await text());
  } catch (thrown) {
    send(500, '', `${String(thrown)}\n`);
  }
}
