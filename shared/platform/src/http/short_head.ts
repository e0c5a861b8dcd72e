/**
 * Reads the head of a short request from the bytes of a connection: the request as clients of the
 * API send it, over and over, with nothing in it that two parsers could read differently. A request
 * is short if
 *
 * 1. its method is GET, POST, PUT or DELETE, its target starts with `/` and consists of visible
 *    ASCII characters, and its version is HTTP/1.1;
 * 2. every header is one line of `name: value` of printable ASCII characters, and no name occurs
 *    twice;
 * 3. it has a `Host`, and its body, if there is one, is announced by `Content-Length`;
 * 4. no header changes how the connection or the body is read (`Transfer-Encoding`, `Expect`,
 *    `Upgrade`, …) or has a browser ask (`Origin`).
 *
 * Everything else is read by Node's parser, which alone decides about faults. RFC 9112 has one
 * reading of a short request, so no server before this one can disagree (`short_head.test.ts`
 * compares with Node's parser).
 */

import type { HttpMethod } from '@skein/http';

/** Longer heads are not short. */
const MAX_HEAD_BYTES = 8 * 1024;
/** Limits of the cache of header blocks, which has two generations. */
const MAX_BLOCK_LENGTH = 1024;
const MAX_BLOCKS = 256;

const HEAD_END = '\r\n\r\n';
const REQUEST_LINE = /^([A-Z]+) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const METHODS = new Map<string | undefined, HttpMethod>([
  ['GET', 'GET'],
  ['POST', 'POST'],
  ['PUT', 'PUT'],
  ['DELETE', 'DELETE'],
]);
/** RFC 9110, 5.6.2. */
export const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;
const LENGTH = /^(?:0|[1-9]\d{0,8})$/;

/** Headers that only Node's parser, or the exchange behind it, handles. */
const UNUSUAL: ReadonlySet<string> = new Set([
  '__proto__',
  'content-encoding',
  'expect',
  'http2-settings',
  'origin',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type Headers = Readonly<Record<string, string | undefined>>;

export interface ShortHead {
  readonly method: HttpMethod;
  /** Path and query as sent. */
  readonly target: string;
  /** Names in lower case. Requests with the same lines share the object. */
  readonly headers: Headers;
  readonly host: string;
  /** Number of bytes before the body. */
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** The header lines of a request. */
interface Block {
  readonly headers: Headers;
  readonly host: string;
  readonly bodyBytes: number;
}

export class ShortHeads {
  readonly #maxLineBytes: number;
  readonly #maxHeadBytes: number;
  /**
   * Recent header lines. Most clients send the same ones with each request, but for the length of
   * the body.
   */
  #blocks = new Map<string, Block>();
  /** The generation before. */
  #older: ReadonlyMap<string, Block> = new Map();

  constructor(limits: { readonly maxInitialLineBytes: number; readonly maxHeaderBytes: number }) {
    this.#maxLineBytes = limits.maxInitialLineBytes;
    this.#maxHeadBytes = Math.min(MAX_HEAD_BYTES, limits.maxHeaderBytes);
  }

  /** The head at the start of `bytes`; `undefined` if it is not whole or not short. */
  read(bytes: Buffer): ShortHead | undefined {
    const text = bytes.toString('latin1', 0, Math.min(bytes.length, this.#maxHeadBytes));
    const lineEnd = text.indexOf('\r\n');
    if (lineEnd < 0 || lineEnd > this.#maxLineBytes) return undefined;
    const end = text.indexOf(HEAD_END, lineEnd);
    if (end <= lineEnd) return undefined;
    const line = REQUEST_LINE.exec(text.slice(0, lineEnd));
    const method = METHODS.get(line?.[1]);
    if (line === null || method === undefined) return undefined;
    const block = this.#block(text.slice(lineEnd + 2, end));
    if (block === undefined) return undefined;
    const { headers, host, bodyBytes } = block;
    const [, , target = ''] = line;
    return { method, target, headers, host, headBytes: end + HEAD_END.length, bodyBytes };
  }

  #block(lines: string): Block | undefined {
    if (lines.length > MAX_BLOCK_LENGTH) return readBlock(lines);
    const known = this.#blocks.get(lines);
    if (known !== undefined) return known;
    // The lines, and the values in them, would otherwise be slices that keep the whole request.
    const copy = Buffer.from(lines, 'latin1').toString('latin1');
    const block = this.#older.get(copy) ?? readBlock(copy);
    if (block !== undefined) this.#keep(copy, block);
    return block;
  }

  #keep(lines: string, block: Block): void {
    if (this.#blocks.size >= MAX_BLOCKS) {
      this.#older = this.#blocks;
      this.#blocks = new Map();
    }
    this.#blocks.set(lines, block);
  }
}

function readBlock(lines: string): Block | undefined {
  const headers: Record<string, string> = {};
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = line.slice(colon + 1);
    if (!FIELD_NAME.test(name) || !FIELD_VALUE.test(value)) return undefined;
    if (UNUSUAL.has(name) || headers[name] !== undefined) return undefined;
    headers[name] = value.trim();
  }
  const { host, connection = 'keep-alive', 'content-length': length = '0' } = headers;
  if (host === undefined || !LENGTH.test(length)) return undefined;
  if (connection.toLowerCase() !== 'keep-alive') return undefined;
  return { headers, host, bodyBytes: Number(length) };
}
