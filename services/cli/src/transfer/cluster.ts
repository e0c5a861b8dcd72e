/** A cluster that documents are read from or written to, over HTTP. */
import { readFileSync } from 'node:fs';
import {
  encodeJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { type HttpAnswer, type HttpClient, type HttpQuestion, httpClient } from '@skein/platform';
import { textAt } from '../health/json_at.js';

export interface ClusterOptions {
  readonly url: string;
  /** The PEM file of the trusted authorities; undefined for those of the runtime. */
  readonly ca: string | undefined;
  /**
   * Files with secrets, which other users of the machine cannot see as they would see arguments.
   */
  readonly tokenFile: string | undefined;
  readonly apiKeyFile: string | undefined;
  /** The user's name for HTTP Basic, with `passwordFile`. */
  readonly user: string | undefined;
  readonly passwordFile: string | undefined;
  /** The token from the environment, used when no file is given. */
  readonly token: string | undefined;
}

const CONNECT_MS = 30_000;
const SILENCE_MS = 300_000;
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;
const MOST_TRIES = 12;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** Status codes of a cluster that is busy, full or without a master for the moment. */
const LATER = new Set([429, 502, 503, 504]);

export class Cluster {
  readonly #client: HttpClient;
  readonly #place: Pick<HttpQuestion, 'scheme' | 'host' | 'port'> & { readonly prefix: string };
  readonly #authorization: string | undefined;

  /** Throws illegal_argument_exception for an invalid address. */
  constructor(options: ClusterOptions) {
    this.#place = placeOf(options.url);
    this.#authorization = authorizationOf(options);
    this.#client = httpClient({
      authorities: options.ca === undefined ? [] : [options.ca],
      certificate: '',
      key: '',
      keyPassphrase: undefined,
      verification: 'full',
    });
  }

  close(): void {
    this.#client.close();
  }

  /** Sends one request without retries, so that a wrong address fails at once. */
  async reach(): Promise<void> {
    const answer = await this.#once('GET', '/', undefined);
    if (answer.status >= 300 && !LATER.has(answer.status)) throw refusal(answer, 'GET /');
  }

  /**
   * Resolves with the answer's bytes. Retries failures that may pass. Rejects with the cluster's
   * own words when it refuses.
   */
  async ask(method: 'GET' | 'POST', path: string, body?: Uint8Array): Promise<Uint8Array> {
    const answer = await this.#patiently(method, path, body);
    if (answer.status < 300) return answer.body;
    throw refusal(answer, `${method} ${path}`);
  }

  /**
   * Sends one request without retries and resolves with any answer, for callers that want the
   * cluster's present state and do not wait for a better one.
   */
  glance(method: 'GET' | 'POST', path: string, body?: JsonValue): Promise<HttpAnswer> {
    return this.#once(method, path, body === undefined ? undefined : encodeJson(body));
  }

  async json(method: 'GET' | 'POST', path: string, body?: JsonValue): Promise<JsonObject> {
    const bytes = body === undefined ? undefined : encodeJson(body);
    const json = parseJson(await this.ask(method, path, bytes));
    if (isJsonObject(json)) return json;
    throw new ApiError('illegal_argument_exception', `${method} ${path} returned no JSON object`);
  }

  /** Resolves with `false` if a resource of that name exists already. */
  async make(index: string, body: JsonObject): Promise<boolean> {
    const bytes = encodeJson(body);
    const path = `/${encodeURIComponent(index)}`;
    const answer = await this.#patiently('PUT', path, bytes);
    if (answer.status < 300) return true;
    const told = new TextDecoder().decode(answer.body);
    if (answer.status === 400 && told.includes('resource_already_exists_exception')) return false;
    throw refusal(answer, `PUT ${path}`);
  }

  /** Retries requests. Each may be sent twice without harm, because documents have ids. */
  async #patiently(
    method: HttpQuestion['method'],
    path: string,
    body: Uint8Array | undefined,
  ): Promise<HttpAnswer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#once(method, path, body).catch((error: unknown) => {
        if (tries === MOST_TRIES) throw error;
        return undefined;
      });
      if (answer !== undefined && (!LATER.has(answer.status) || tries === MOST_TRIES)) {
        return answer;
      }
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
    }
  }

  #once(
    method: HttpQuestion['method'],
    path: string,
    body: Uint8Array | undefined,
  ): Promise<HttpAnswer> {
    const { prefix, ...place } = this.#place;
    const type = path.includes('/_bulk') ? 'application/x-ndjson' : 'application/json';
    return this.#client.ask({
      ...place,
      method,
      path: `${prefix}${path}`,
      headers: {
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(this.#authorization === undefined ? {} : { authorization: this.#authorization }),
      },
      body,
      connectTimeoutMs: CONNECT_MS,
      silenceTimeoutMs: SILENCE_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      signal: new AbortController().signal,
    });
  }
}

function placeOf(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw illegal(`[${text}] is not the URL of a cluster, such as http://127.0.0.1:9200`);
  }
  if (url.username !== '' || url.password !== '') {
    throw illegal('the URL of a cluster names no user: use --user with --password-file');
  }
  const scheme = url.protocol === 'https:' ? ('https' as const) : ('http' as const);
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { scheme, host, port, prefix: url.pathname.replace(/\/+$/, '') };
}

function authorizationOf(options: ClusterOptions): string | undefined {
  const { tokenFile, apiKeyFile, user, passwordFile, token } = options;
  if (tokenFile !== undefined) return `Bearer ${contentOf(tokenFile)}`;
  if (apiKeyFile !== undefined) return `ApiKey ${contentOf(apiKeyFile)}`;
  if (user !== undefined) {
    if (passwordFile === undefined) throw illegal('--user needs --password-file');
    const pair = Buffer.from(`${user}:${contentOf(passwordFile)}`);
    return `Basic ${pair.toString('base64')}`;
  }
  return token === undefined || token === '' ? undefined : `Bearer ${token}`;
}

function contentOf(path: string): string {
  return readFileSync(path, 'utf8').trim();
}

export function refusal({ status, body }: HttpAnswer, what: string): ApiError {
  const told = reasonIn(body) ?? new TextDecoder().decode(body.subarray(0, 2000)).trim();
  return new ApiError('illegal_argument_exception', `${what} returned status ${status}: ${told}`);
}

/** The reason of an error in the API's own form; undefined for another answer, as of a proxy. */
function reasonIn(body: Uint8Array): string | undefined {
  try {
    return textAt(parseJson(body), 'error', 'reason');
  } catch {
    return undefined;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

export function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
