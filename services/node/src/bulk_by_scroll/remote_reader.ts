/**
 * Reads the documents of another cluster page by page through its scroll API: Elasticsearch from
 * version 6 on, OpenSearch, and Skein itself.
 */
import { checked, inSlices, pauseFor, type Turns } from '@skein/base';
import { encodeJson, isJsonObject, type JsonObject, objectOf, parseJson } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { BodyBudget, HttpAnswer, HttpClient, HttpQuestion } from '@skein/platform';
import type { DocumentReader } from './document_reader.js';
import type { FoundDocument } from './found_documents.js';
import type { RemoteAccess } from './remote_access.js';
import { type RemotePage, readRemotePage } from './remote_page.js';
import type { RemoteSource } from './remote_source.js';

interface RemoteReading {
  readonly remote: RemoteSource;
  readonly indices: readonly string[];
  readonly pageSize: number;
  /** True if document versions are needed. */
  readonly version: boolean;
  readonly slice: { readonly id: number; readonly max: number } | undefined;
  /** Keep-alive of the scroll on the other cluster between two pages. */
  readonly keepAlive: string;
  readonly signal: AbortSignal;
  /** Called when the other cluster was overloaded and is asked again. */
  readonly retried: () => void;
}

export interface RemoteParts {
  readonly client: HttpClient;
  readonly access: Pick<RemoteAccess, 'headers'>;
  readonly turns: Turns;
  readonly maxAnswerBytes: number;
  /** Counts the page at hand, as if a client had sent it. */
  readonly bodies: Pick<BodyBudget, 'lease'>;
}

const TOO_MANY_REQUESTS = 429;
const FIRST_PAUSE_MS = 500;
const MOST_RETRIES = 11;
const CLOSING_MS = 30_000;
/** Limit of the error body of another cluster that is shown. */
const SHOWN_BYTES = 10_000;

export class RemoteReader implements DocumentReader {
  readonly #reading: RemoteReading;
  readonly #parts: RemoteParts;
  /** Made at the beginning, because the credentials may be removed before the end. */
  readonly #headers: Readonly<Record<string, string>>;
  #scrollId: string | undefined;
  /** The memory of the page at hand, which its documents share until the next one is asked for. */
  #lease: ReturnType<BodyBudget['lease']> | undefined;
  #total = 0;
  #timedOut = false;

  constructor(reading: RemoteReading, parts: RemoteParts) {
    this.#reading = reading;
    this.#parts = parts;
    this.#headers = parts.access.headers(reading.remote);
  }

  get total(): number {
    return this.#total;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  async next(): Promise<readonly FoundDocument[]> {
    const question = this.#scrollId === undefined ? this.#first() : this.#following(this.#scrollId);
    this.#lease?.end();
    const lease = this.#parts.bodies.lease();
    this.#lease = lease;
    const counted = (bytes: number) => lease.grow(bytes);
    const { body } = await this.#patiently({ ...question, counted });
    const { signal } = this.#reading;
    const reading = checked(readRemotePage(body), () => signal.throwIfAborted());
    const page = await inSlices(reading, this.#parts.turns);
    this.#scrollId = page.scrollId;
    this.#total = page.total;
    this.#timedOut = page.timedOut;
    refuseFailures(page);
    return page.documents;
  }

  /** Deletes the scroll on the other cluster without waiting; it would also expire there. */
  close(): void {
    this.#lease?.end();
    if (this.#scrollId === undefined) return;
    const body = { scroll_id: [this.#scrollId] };
    const question = this.#question('DELETE', '/_search/scroll', body);
    const signal = AbortSignal.timeout(CLOSING_MS);
    this.#parts.client.ask({ ...question, signal }).catch(() => undefined);
  }

  #first(): HttpQuestion {
    const { remote, indices, pageSize, version, slice, keepAlive } = this.#reading;
    const names = indices.map((name) => encodeURIComponent(name)).join(',');
    const body = {
      sort: ['_doc'],
      ...remote.search,
      size: pageSize,
      ...(version ? { version: true } : {}),
      ...(slice === undefined ? {} : { slice: { id: slice.id, max: slice.max } }),
    };
    return this.#question('POST', `/${names}/_search?scroll=${keepAlive}`, body);
  }

  #following(scrollId: string): HttpQuestion {
    const body = { scroll: this.#reading.keepAlive, scroll_id: scrollId };
    return this.#question('POST', '/_search/scroll', body);
  }

  #question(method: HttpQuestion['method'], path: string, body: JsonObject): HttpQuestion {
    const { remote, signal } = this.#reading;
    const { maxAnswerBytes } = this.#parts;
    return {
      method,
      scheme: remote.scheme,
      host: remote.host,
      port: remote.port,
      path: `${remote.pathPrefix}${path}`,
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: encodeJson(body),
      connectTimeoutMs: remote.connectTimeoutMs,
      silenceTimeoutMs: remote.socketTimeoutMs,
      maxAnswerBytes,
      signal,
    };
  }

  /**
   * Retries a response with status 429, because it changed nothing there. A lost response is not
   * retried, because its page would be skipped.
   */
  async #patiently(question: HttpQuestion): Promise<HttpAnswer> {
    for (let retry = 0; ; retry++) {
      const answer = await this.#ask(question);
      if (answer.status < 300) return answer;
      if (answer.status !== TOO_MANY_REQUESTS || retry === MOST_RETRIES) throw refusal(answer);
      this.#reading.retried();
      const { turns } = this.#parts;
      await pauseFor(FIRST_PAUSE_MS * 1.5 ** retry, turns.timers, this.#reading.signal);
    }
  }

  async #ask(question: HttpQuestion): Promise<HttpAnswer> {
    try {
      return await this.#parts.client.ask(question);
    } catch (thrown) {
      if (this.#reading.signal.aborted) throw thrown;
      const error = asApiError(thrown);
      if (error.type !== 'content_too_long_exception') throw error;
      throw new ApiError(
        'illegal_argument_exception',
        'Remote responded with a chunk that was too large. Use a smaller batch size.',
        { cause: error },
      );
    }
  }
}

/** The number of shards of each remote index. */
export async function remoteShards(
  { remote, indices }: Pick<RemoteReading, 'remote' | 'indices'>,
  parts: RemoteParts,
): Promise<readonly number[]> {
  const names = indices.map((name) => encodeURIComponent(name)).join(',');
  const answer = await parts.client.ask({
    method: 'GET',
    scheme: remote.scheme,
    host: remote.host,
    port: remote.port,
    path: `${remote.pathPrefix}/${names}/_settings/index.number_of_shards?flat_settings=true`,
    headers: parts.access.headers(remote),
    body: undefined,
    connectTimeoutMs: remote.connectTimeoutMs,
    silenceTimeoutMs: remote.socketTimeoutMs,
    maxAnswerBytes: parts.maxAnswerBytes,
    signal: AbortSignal.timeout(remote.socketTimeoutMs),
  });
  if (answer.status >= 300) throw refusal(answer);
  return Object.values(objectOf(parseJson(answer.body))).map((index) => {
    const settings = isJsonObject(index) ? index.settings : undefined;
    const shards = isJsonObject(settings) ? settings['index.number_of_shards'] : undefined;
    return Number(shards ?? 1);
  });
}

/** Keeps the status of the other cluster and its message. */
function refusal({ status, body }: HttpAnswer): ApiError {
  const isStatus = status >= 400 && status < 600;
  const prefix = isStatus ? '' : `Couldn't extract status [${status}]. `;
  const told =
    body.length === 0
      ? 'No error body.'
      : `body=${new TextDecoder().decode(body.subarray(0, SHOWN_BYTES))}`;
  return new ApiError('status_exception', `${prefix}${told}`, { status: isStatus ? status : 500 });
}

/** Documents of a failed shard would be skipped silently. */
function refuseFailures({ failures }: RemotePage): void {
  if (failures.length === 0) return;
  throw new ApiError(
    'illegal_state_exception',
    `shards of the remote cluster failed: ${failures.join(', ')}`,
  );
}
