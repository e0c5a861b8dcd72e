/**
 * Serves the console of a remote cluster on a port of this machine. The pages are the ones that
 * every node serves. Their requests are forwarded to the cluster unchanged. The server adds no
 * rights to them, and refuses requests from pages of other origins.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { consoleHeaders, consoleSite } from '@skein/console';
import { ApiError } from '@skein/errors';
import { IDLE_LIMITS, Pages, staticSite } from '@skein/platform';
import type { RunningService } from '../run_service.js';
import type { ClusterFront } from './cluster_front.js';
import { isOwnRequest } from './own_request.js';

interface ConsoleServerOptions {
  readonly port: number;
  readonly cluster: ClusterFront;
}

const HOST = '127.0.0.1';
const PREFIX = '/_console';

export async function startConsole({
  port,
  cluster,
}: ConsoleServerOptions): Promise<RunningService> {
  const { config, routes } = await cluster.consoleParts();
  const pages = new Pages({
    unwanted: (request, response) => void cluster.forward(request, response),
    failed: (failure, _request, response) => refuse(response, 500, String(failure)),
  });
  const site = {
    prefix: PREFIX,
    folder: consoleSite(),
    headers: consoleHeaders(config.signIn?.issuer),
    documents: { 'config.json': () => config, 'endpoints.json': () => ({ routes }) },
  };
  pages.mount(staticSite(site));
  const server = createServer(IDLE_LIMITS, (request: IncomingMessage, response: ServerResponse) => {
    if (isOwnRequest(request.headers, portOf(server))) void pages.serve(request, response);
    else refuse(response, 403, 'this is for the console of this address alone');
  });
  await listening(server, port);
  return {
    readyLine: `skein console ready on http://${HOST}:${portOf(server)}${PREFIX}/ (cluster ${config.cluster} at ${config.api})`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port }, resolve);
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address === 'object' && address !== null) return address.port;
  throw new ApiError('illegal_state_exception', 'the console does not listen');
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${reason}\n`);
}
