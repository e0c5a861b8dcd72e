/**
 * Blobs of a web site, read-only: a name is appended to the site's address. A site cannot be
 * listed. Ranges are requested (RFC 9110 §14); if the server does not support them, the bytes in
 * front of the range are skipped. A redirection is a fault, since it may lead to an address that is
 * not allowed.
 */
import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { reasonOf } from '@skein/base';
import { type BlobEntry, BlobMissing, type BlobStore, StoreFault } from '@skein/snapshots';
import { readUpTo } from './read_up_to.js';
import { Retries } from './retries.js';

export interface HttpBlobStoreOptions {
  readonly maxRetries: number;
  /** Longest silence of the server. */
  readonly socketTimeoutMs: number;
}

/** A request for a whole blob. */
interface Whole {
  readonly maxBytes: number;
}

interface Range {
  readonly offset: number;
  readonly target: Uint8Array;
}

export class HttpBlobStore implements BlobStore {
  readonly isReadOnly = true;
  readonly #base: URL;
  readonly #options: HttpBlobStoreOptions;
  readonly #retries: Retries;
  readonly #agent: HttpAgent;

  /** Opens a store at an `http` or `https` URL. */
  constructor(url: URL, options: HttpBlobStoreOptions) {
    this.#base = new URL(url);
    if (!url.pathname.endsWith('/')) this.#base.pathname += '/';
    this.#options = options;
    this.#retries = new Retries({ ...options, isThrottled: true });
    const agent = { keepAlive: true };
    this.#agent = url.protocol === 'https:' ? new HttpsAgent(agent) : new HttpAgent(agent);
  }

  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#get(name, { maxBytes }, (answer) => readUpTo(name, answer, maxBytes));
  }

  readInto(name: string, offset: number, target: Uint8Array): Promise<void> {
    const range = { offset, target };
    return this.#get(name, range, (answer) => readRange(name, answer, range));
  }

  async write(name: string): Promise<void> {
    throw readOnly(name);
  }

  async writeNew(name: string): Promise<boolean> {
    throw readOnly(name);
  }

  async *list(): AsyncIterable<BlobEntry> {}

  async remove([name = '']: readonly string[]): Promise<void> {
    throw readOnly(name);
  }

  close(): void {
    this.#retries.close();
    this.#agent.destroy();
  }

  #get<T>(
    name: string,
    wanted: Whole | Range,
    read: (answer: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    const attempt = async (closed: AbortSignal) => {
      try {
        return await read(await this.#ask(name, wanted, closed));
      } catch (error) {
        if (error instanceof StoreFault || error instanceof BlobMissing) throw error;
        throw new NoAnswer(`[${this.#urlOf(name)}] ${reasonOf(error)}`, { cause: error });
      }
    };
    return this.#retries.run(name, attempt, (fault) => fault instanceof NoAnswer);
  }

  #ask(name: string, wanted: Whole | Range, signal: AbortSignal): Promise<IncomingMessage> {
    const { socketTimeoutMs } = this.#options;
    const url = this.#urlOf(name);
    const request = url.protocol === 'https:' ? overHttps : overHttp;
    const headers = 'maxBytes' in wanted ? {} : { range: rangeHeader(wanted) };
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent: this.#agent, headers, signal });
      sent.on('error', reject);
      sent.on('response', (answer) => resolve(checked(name, answer, url)));
      sent.setTimeout(socketTimeoutMs, () =>
        sent.destroy(new Error(`the server was silent for ${socketTimeoutMs} ms`)),
      );
      sent.end();
    });
  }

  /**
   * The URL of a blob. A URL resolves `.` and `..` (RFC 3986 §5.2.4), by which a name would leave
   * the folder, so they are refused.
   */
  #urlOf(name: string): URL {
    const isWithin = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
    if (!isWithin) throw new StoreFault(`[${name}] is no name of a blob`);
    const url = new URL(this.#base);
    url.pathname += name.split('/').map(encodeURIComponent).join('/');
    return url;
  }
}

/** There was no response; a retry may succeed. */
class NoAnswer extends StoreFault {}

function readOnly(name: string): StoreFault {
  return new StoreFault(`[${name}] is in a store that is only read`);
}

/**
 * The header of a range. Ranges cannot be empty, so for an empty one the first byte is requested
 * and ignored.
 */
function rangeHeader({ offset, target }: Range): string {
  return `bytes=${offset}-${offset + Math.max(1, target.length) - 1}`;
}

const GONE: ReadonlySet<number> = new Set([404, 410]);
const RANGE_NOT_SATISFIABLE = 416;

async function checked(name: string, answer: IncomingMessage, url: URL): Promise<IncomingMessage> {
  const { statusCode: status = 0 } = answer;
  if (status === 200 || status === 206) return answer;
  answer.resume();
  if (GONE.has(status)) throw new BlobMissing(name);
  if (status === RANGE_NOT_SATISFIABLE)
    throw new StoreFault(`blob [${name}] ends before the range`);
  const text = `[${url}] status ${status} ${answer.statusMessage ?? ''}`.trimEnd();
  throw status >= 500 || status === 429 ? new NoAnswer(text) : new StoreFault(text);
}

/**
 * The number of the response's first byte in the blob. A server that supports ranges may send a
 * wider one than requested, such as the blocks of a cache (RFC 9110 §15.3.7).
 */
function firstByteOf(answer: IncomingMessage, offset: number): number {
  if (answer.statusCode !== 206) return 0;
  const first = /^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '')?.[1];
  return first === undefined ? offset : Number(first);
}

/** Reads a range, which may begin behind the start of the response. */
async function readRange(
  name: string,
  answer: IncomingMessage,
  { offset, target }: Range,
): Promise<void> {
  const skipped = offset - firstByteOf(answer, offset);
  if (skipped < 0) throw new StoreFault(`blob [${name}] was answered without the range's start`);
  const end = skipped + target.length;
  let at = 0;
  const pieces: AsyncIterable<Buffer> = answer;
  for await (const piece of pieces) {
    if (at + piece.length > skipped) {
      const from = Math.max(0, skipped - at);
      target.set(piece.subarray(from, end - at), at + from - skipped);
    }
    at += piece.length;
    // The rest of a whole blob is not read: leaving the loop ends the connection.
    if (at >= end) break;
  }
  if (at < end) throw new StoreFault(`blob [${name}] ends before the range`);
}
