/**
 * A proxy in front of an HTTP server with which a test decides the fate of each request: it passes,
 * is answered here, or is lost before or after it has had its effect. Requests pass unchanged, so
 * that their signatures stay valid.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedRequest {
  readonly method: string;
  /** The URL with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Empty until it has arrived, and for a refused request. */
  readonly body: Buffer<ArrayBuffer>;
}

export interface CannedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The fate of a request:
 * - `pass`;
 * - `refuse`: the connection is closed when half of the body has arrived, and nothing reaches the
 *   server;
 * - `lose`: the server handles it, and the connection is closed instead of a response;
 * - `halve`: the connection is closed after half of the response's body;
 * - `ignore`: it is never answered;
 * - a canned response, without asking the server.
 */
export type Fate = 'pass' | 'refuse' | 'lose' | 'halve' | 'ignore' | CannedAnswer;

export class FaultProxy {
  /** Requests in the order of their arrival. */
  readonly requests: ProxiedRequest[] = [];
  fate: (request: ProxiedRequest) => Fate = () => 'pass';
  readonly #server: Server;
  readonly #target: URL;

  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((incoming, answer) => {
      // Closing the client's connection makes this request fail too.
      this.#handle(incoming, answer).catch(() => answer.destroy());
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Gives the following requests these fates, one each; later requests pass. */
  next(...fates: readonly Fate[]): void {
    const left = [...fates];
    this.requests.length = 0;
    this.fate = () => left.shift() ?? 'pass';
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const seen = { method, url, headers, body: Buffer.alloc(0) };
    this.requests.push(seen);
    const fate = this.fate(seen);
    if (fate === 'ignore') return;
    if (fate === 'refuse') return refuse(incoming);
    seen.body = await bytesOf(incoming);
    if (typeof fate === 'object') {
      answer.writeHead(fate.status, fate.headers).end(fate.body);
      return;
    }
    const served = await this.#ask(seen);
    const content = await bytesOf(served);
    if (fate === 'lose') {
      incoming.socket.destroy();
      return;
    }
    answer.writeHead(served.statusCode ?? 0, served.headers);
    if (fate === 'pass') answer.end(content);
    else answer.write(content.subarray(0, content.length >> 1), () => incoming.socket.destroy());
  }

  /**
   * Sends a request to the server. A client that uses this as its proxy sends the whole address.
   */
  #ask({ method, url, headers, body }: ProxiedRequest): Promise<IncomingMessage> {
    const { hostname, port } = url.startsWith('/') ? this.#target : new URL(url);
    const path = url.startsWith('/') ? url : url.slice(new URL(url).origin.length);
    return new Promise((resolve, reject) => {
      const asked = request({ method, hostname, port, path, headers });
      asked.on('error', reject);
      asked.on('response', resolve);
      asked.end(body);
    });
  }
}

/** Closes the connection in the middle of the body, or of the head if there is no body. */
function refuse(incoming: IncomingMessage): void {
  const half = Number(incoming.headers['content-length'] ?? 0) / 2;
  let seen = 0;
  const close = () => incoming.socket.destroy();
  incoming.on('data', (piece: Buffer) => {
    seen += piece.length;
    if (seen >= half) close();
  });
  incoming.on('end', close);
}

async function bytesOf(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
