/**
 * The remote cluster of a console that runs on its own port: reads the cluster's console
 * configuration, and forwards requests to it.
 */
import { readFileSync } from 'node:fs';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
  type ServerResponse,
} from 'node:http';
import { request as overHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '@skein/base';
import { ApiError } from '@skein/errors';

export interface ConsoleConfig {
  readonly version: string;
  readonly cluster: string;
  readonly signIn?: { readonly issuer: string; readonly clientId: string };
  /** The cluster's address: DPoP proofs of tokens are made for it. */
  readonly api: string;
}

export interface ConsoleParts {
  readonly config: ConsoleConfig;
  /** The routes of the API, as in `POST /{index}/_search`. */
  readonly routes: readonly string[];
}

/**
 * The headers that are forwarded in each direction: no cookies, and nothing about the sender's
 * address.
 */
const SENT = ['authorization', 'dpop', 'content-type', 'content-length', 'accept'];
const TOLD = [
  'content-type',
  'content-length',
  'content-encoding',
  'dpop-nonce',
  'www-authenticate',
  'warning',
  'retry-after',
];

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body?: IncomingMessage;
  /** Aborts the request, also while its answer arrives. */
  readonly signal?: AbortSignal;
}

export class ClusterFront {
  readonly #url: URL;
  readonly #ca: Buffer | undefined;

  /** Throws an ApiError for an invalid address. */
  constructor(url: string, ca: string | undefined) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
      const reason = `[${url}] is not the URL of a cluster, such as https://search.example:9200`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    this.#url = parsed;
    this.#ca = ca === undefined ? undefined : readFileSync(ca);
  }

  /** Rejects when nothing answers, or when the server has no console. */
  async consoleParts(): Promise<ConsoleParts> {
    const [config, endpoints] = await Promise.all([
      this.#json<Omit<ConsoleConfig, 'api'>>('/_console/config.json'),
      this.#json<{ readonly routes: readonly string[] }>('/_console/endpoints.json'),
    ]);
    return { config: { ...config, api: this.#address('') }, routes: endpoints.routes };
  }

  /**
   * Never rejects: if the cluster does not answer, the browser gets a 502. If the browser leaves
   * before the answer, so does this side, and the node cancels the work.
   */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    try {
      const headers = chosen(request.headers, SENT);
      const { method = 'GET', url = '/' } = request;
      const answer = await this.#send(method, url, { headers, body: request, signal: left.signal });
      response.writeHead(answer.statusCode ?? 502, chosen(answer.headers, TOLD));
      await pipeline(answer, response);
    } catch (failure) {
      if (response.headersSent) return void response.destroy();
      response.writeHead(502, { 'content-type': 'application/json' });
      const reason = `the cluster at ${this.#address('')} does not answer: ${reasonOf(failure)}`;
      response.end(JSON.stringify({ error: { type: 'connect_exception', reason }, status: 502 }));
    }
  }

  #address(path: string): string {
    return `${this.#url.origin}${this.#url.pathname.replace(/\/$/, '')}${path}`;
  }

  async #json<T>(path: string): Promise<T> {
    const answer = await this.#send('GET', path, { headers: {} });
    const body = await text(answer);
    // The caller names what the cluster's node serves under this path.
    if (answer.statusCode === 200) return JSON.parse(body) as T;
    const reason = `[${this.#address(path)}] returned status ${answer.statusCode}: the nodes of the cluster serve no console`;
    throw new ApiError('illegal_argument_exception', reason);
  }

  #send(method: string, path: string, { body, ...given }: Sent): Promise<IncomingMessage> {
    const isSecure = this.#url.protocol === 'https:';
    const options = { method, ...given, ...(this.#ca === undefined ? {} : { ca: this.#ca }) };
    return new Promise((resolve, reject) => {
      const send = isSecure ? overHttps : overHttp;
      const sent = send(this.#address(path), options, resolve);
      sent.on('error', reject);
      if (body === undefined) sent.end();
      else pipeline(body, sent).catch(reject);
    });
  }
}

function chosen(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
