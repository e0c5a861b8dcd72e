/**
 * The network between nodes: WebSockets over TCP or TLS, without compression. This file has
 * binding, certificates and sockets; the protocol is in `transport`. The library is loaded with the
 * first link, so that a single-node cluster does not pay for it.
 */
import {
  createServer as createPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Socket } from 'node:net';
import { ApiError } from '@skein/errors';
import { OwnNames } from '@skein/http';
import type { Link, Network } from '@skein/transport';
import type { WebSocketServer, WebSocket as WebSocketType } from 'ws';
import { bindFirstFree, closeServer } from '../bind_port.js';
import { addressOf, portsOf } from '../network_address.js';
import { Strangers } from './strangers.js';
import { WebSocketLink } from './websocket_link.js';

/** Limit of one frame: a chunk with its header and head, or a control message. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
/**
 * A node sends a message as one WebSocket fragment, which may arrive in many TCP segments, and
 * never sends a ping of the WebSocket protocol.
 */
const LINK_RULES = {
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  maxFragments: 16,
  maxBufferedChunks: 16 * 1024,
  autoPong: false,
  skipUTF8Validation: true,
};
/** Time that a connection has until the head of its upgrade request is complete. */
const HEAD_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_INTERVAL_MS = 2_000;
/**
 * The name that nodes use for each other in `Host`, whatever address they dial. No resolver knows
 * it (RFC 6761, 6.4), so no web page can have it as its host.
 */
const NODE_NAME = 'node.skein.invalid';
/**
 * Header fields of which a browser always sends one with a web page's upgrade: `origin` (RFC 6455,
 * 4.1), or the second before version 13 of the protocol. A node sends neither.
 */
const MARKS_OF_PAGES = ['origin', 'sec-websocket-origin'];
/**
 * A mask of zeros, which leaves the bytes as they are. Clients must mask (RFC 6455, 5.3) to protect
 * proxies from bytes that web pages choose; between nodes it would only cost time.
 */
const NO_MASK = (mask: Buffer) => mask.fill(0);

/** The key and certificate of this node in PEM; the other end must have one signed by `ca`. */
export interface TransportTls {
  readonly key: Buffer | string;
  readonly cert: Buffer | string;
  readonly ca: Buffer | string;
}

export interface TransportListener {
  /** Addresses as `host:port`, IPv6 in brackets. */
  readonly addresses: readonly string[];
  stop(): Promise<void>;
}

export function webSocketNetwork(tls?: TransportTls): Network {
  return {
    dial: async (address, timeoutMs) => {
      const { WebSocket } = await import('ws');
      return new Promise((resolve, reject) => {
        const socket = new WebSocket(`${tls ? 'wss' : 'ws'}://${address}/`, {
          ...tls,
          ...LINK_RULES,
          headers: { host: NODE_NAME },
          handshakeTimeout: timeoutMs,
          generateMask: NO_MASK,
        });
        let stream: Socket | undefined;
        socket.once('upgrade', (response: IncomingMessage) => {
          stream = response.socket;
        });
        socket.once('open', () => {
          socket.off('error', refuse);
          if (stream !== undefined) resolve(linkOf(socket, stream));
        });
        const refuse = (failure: Error) => reject(notConnected(address, failure));
        socket.once('error', refuse);
      });
    },
  };
}

/**
 * Listens for nodes. Rejects with the system's error when an address cannot be bound. `port` is
 * like `transport.port`: a port, 0, or a range.
 */
export async function listenForNodes(options: {
  readonly addresses: readonly string[];
  readonly port: string;
  readonly tls?: TransportTls;
  /**
   * Accepted names of this node in `Host`, besides those of loopback and the address of the
   * connection.
   */
  readonly names?: readonly string[];
  /** Limit of concurrent connections. */
  readonly maxConnections?: number;
  readonly accept: (link: Link) => void;
}): Promise<TransportListener> {
  const names = new OwnNames([NODE_NAME, ...(options.names ?? [])]);
  const strangers = new Strangers();
  const servers: Server[] = [];
  let door: Promise<WebSocketServer> | undefined;
  const upgrade = (request: IncomingMessage, stream: Socket, head: Buffer) => {
    door ??= openDoor();
    stream.once('error', () => stream.destroy());
    strangers.asked(stream);
    if (!comesFromNode(request, names)) {
      stream.end(REFUSED);
      return;
    }
    void door.then((opened) =>
      opened.handleUpgrade(request, stream, head, (socket) =>
        options.accept(linkOf(socket, stream)),
      ),
    );
  };
  const makeServer = () => {
    const server = serverFor(options.tls).on('upgrade', upgrade);
    strangers.watch(server);
    server.maxConnections = options.maxConnections ?? Number.POSITIVE_INFINITY;
    return server;
  };
  const stop = async () => {
    for (const client of (await door)?.clients ?? []) client.terminate();
    for (const server of servers) server.closeAllConnections();
    await Promise.all(servers.map(closeServer));
  };
  try {
    for (const address of options.addresses) {
      // The first address decides the port, if several are possible; the others use the same.
      const [first] = servers;
      const ports = first === undefined ? portsOf(options.port) : [addressOf(first).port];
      servers.push(await bindFirstFree(makeServer, address, ports));
    }
  } catch (failure) {
    await stop();
    throw failure;
  }
  return { addresses: servers.map(boundAddress), stop };
}

const REFUSED = 'HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * True if the request may come from a node. A web page in a browser is refused here, whatever
 * address its host name resolves to, so only programs written to connect to a node reach the
 * handshake.
 */
function comesFromNode({ headersDistinct, socket }: IncomingMessage, names: OwnNames): boolean {
  if (MARKS_OF_PAGES.some((name) => headersDistinct[name] !== undefined)) return false;
  const [host, ...others] = headersDistinct.host ?? [];
  return host !== undefined && others.length === 0 && names.has(host, socket.localAddress);
}

async function openDoor(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, ...LINK_RULES });
}

function serverFor(tls: TransportTls | undefined): Server {
  const refuse = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(426, { upgrade: 'websocket' }).end();
  };
  const times = {
    headersTimeout: HEAD_TIMEOUT_MS,
    requestTimeout: HEAD_TIMEOUT_MS,
    keepAliveTimeout: TIMEOUT_CHECK_INTERVAL_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
  };
  if (tls === undefined) return createPlain(times, refuse);
  const secure = { handshakeTimeout: HEAD_TIMEOUT_MS, requestCert: true, rejectUnauthorized: true };
  return createSecure({ ...times, ...tls, ...secure }, refuse);
}

function linkOf(socket: WebSocketType, stream: Socket): Link {
  stream.setNoDelay(true);
  return new WebSocketLink(socket, stream);
}

function boundAddress(server: Server): string {
  const { address, port, family } = addressOf(server);
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

function notConnected(address: string, failure: Error): ApiError {
  return new ApiError('connect_transport_exception', `[${address}] ${failure.message}`);
}
