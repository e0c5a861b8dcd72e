/**
 * How a search of one shard lies in the mailbox of a search thread. The request: numbers in a head of fixed form, then the body as it came and the
 * parameters of the URL as JSON. The reply: numbers, then the answer's JSON; or nothing, when the answer has to be collected by a message because it
 * is too large or is none.
 */
import { utf8Decode } from '@skein/bytes';
import type { MailboxMemory } from '@skein/platform';
import type { OneShardSearch, SearchUrlParams } from '@skein/search';
import type { TotalHits } from '@skein/search_library';

const REQUEST_BYTES = 64 * 1024;
const REPLY_BYTES = 256 * 1024;

export const ANSWER_MAILBOX = { requestBytes: REQUEST_BYTES, replyBytes: REPLY_BYTES } as const;

/** 64-bit floats at the beginning of the request, then 32-bit integers. */
const REQUEST_TIMES = { now: 0, start: 1, count: 2 } as const;
const REQUEST_WORDS = { handle: 4, cancelId: 5, body: 6, url: 7, flags: 8, count: 9 } as const;
const REQUEST_HEAD = REQUEST_WORDS.count * Int32Array.BYTES_PER_ELEMENT;
const FLAG_YAML = 1;
const FLAG_TOTAL_AS_INT = 2;

/** 64-bit floats: milliseconds, the total, which is negative when there are more hits than it says and NaN when they were not counted; 1 when the answer may be kept. */
const REPLY_NUMBERS = { query: 0, fetch: 1, total: 2, kept: 3, count: 4 } as const;
const REPLY_HEAD = REPLY_NUMBERS.count * Float64Array.BYTES_PER_ELEMENT;

/** Parameters of URLs that a thread remembers. */
const MAX_PARAMS = 64;
const MAX_PARAMS_LENGTH = 1024;

const encoder = new TextEncoder();

export interface MailedSearch {
  /** `ShardOpening.handle`. */
  readonly handle: number;
  readonly cancelId: number;
  readonly search: OneShardSearch;
}

/** What the reply holds. */
export interface MailedAnswer {
  readonly bytes: Uint8Array;
  readonly queryMs: number;
  readonly fetchMs: number;
  readonly total: TotalHits | undefined;
  readonly kept: boolean;
}

function numberOf(total: TotalHits | undefined): number {
  if (total === undefined) return Number.NaN;
  return total.relation === 'eq' ? total.value : -total.value;
}

function totalOf(number: number): TotalHits | undefined {
  if (Number.isNaN(number)) return undefined;
  const isExact = !Object.is(number, -0) && number >= 0;
  return { value: Math.abs(number), relation: isExact ? 'eq' : 'gte' };
}

/** Writes requests and reads replies: the main thread's side. */
export class AnswerMailboxWriter {
  readonly #request: Uint8Array;
  readonly #times: Float64Array;
  readonly #words: Int32Array;
  readonly #reply: Uint8Array;
  readonly #replyNumbers: Float64Array;
  /** The last parameters of a URL, as text and encoded: most requests have those of the one before. */
  #paramsText = '';
  #params = new Uint8Array(0);

  constructor({ request, reply }: MailboxMemory) {
    this.#request = new Uint8Array(request);
    this.#times = new Float64Array(request, 0, REQUEST_TIMES.count);
    this.#words = new Int32Array(request, 0, REQUEST_WORDS.count);
    this.#reply = new Uint8Array(reply);
    this.#replyNumbers = new Float64Array(reply, 0, REPLY_NUMBERS.count);
  }

  /** The request's length; `undefined` when it does not fit and has to be sent. */
  write({ handle, cancelId, search }: MailedSearch): number | undefined {
    const { body, url, isYaml, totalHitsAsInt } = search.unread;
    const { aliasFilter, visibility, opaqueId } = search;
    if (aliasFilter !== undefined || visibility !== undefined) return undefined;
    if (opaqueId !== undefined) return undefined;
    const params = this.#encodedParams(url);
    const end = REQUEST_HEAD + body.length + params.length;
    if (end > REQUEST_BYTES) return undefined;
    this.#times[REQUEST_TIMES.now] = search.nowMs;
    this.#times[REQUEST_TIMES.start] = search.startMs;
    this.#words[REQUEST_WORDS.handle] = handle;
    this.#words[REQUEST_WORDS.cancelId] = cancelId;
    this.#words[REQUEST_WORDS.body] = body.length;
    this.#words[REQUEST_WORDS.url] = params.length;
    this.#words[REQUEST_WORDS.flags] =
      (isYaml ? FLAG_YAML : 0) | (totalHitsAsInt ? FLAG_TOTAL_AS_INT : 0);
    this.#request.set(body, REQUEST_HEAD);
    this.#request.set(params, REQUEST_HEAD + body.length);
    return end;
  }

  #encodedParams(url: SearchUrlParams): Uint8Array {
    const text = JSON.stringify(url);
    if (text !== this.#paramsText) {
      this.#params = encoder.encode(text);
      this.#paramsText = text;
    }
    return this.#params;
  }

  /** The answer; `undefined` when it has to be collected. */
  read(lengthBytes: number): MailedAnswer | undefined {
    if (lengthBytes === 0) return undefined;
    const bytes = Buffer.from(this.#reply.subarray(REPLY_HEAD, lengthBytes));
    const numbers = this.#replyNumbers;
    return {
      bytes,
      queryMs: numbers[REPLY_NUMBERS.query] ?? 0,
      fetchMs: numbers[REPLY_NUMBERS.fetch] ?? 0,
      total: totalOf(numbers[REPLY_NUMBERS.total] ?? Number.NaN),
      kept: numbers[REPLY_NUMBERS.kept] === 1,
    };
  }
}

/** Reads requests and writes replies: the search thread's side. */
export class AnswerMailboxReader {
  readonly #times: Float64Array;
  readonly #words: Int32Array;
  readonly #reply: Uint8Array;
  readonly #replyNumbers: Float64Array;
  /** The request in memory of this thread's own: what is parsed from it must not change under it. */
  readonly #own = new Uint8Array(REQUEST_BYTES);
  /** By their text: the same parameters are the same object, which is how searches that come again are known. */
  readonly #params = new Map<string, SearchUrlParams>();

  constructor({ request, reply }: MailboxMemory) {
    this.#times = new Float64Array(request, 0, REQUEST_TIMES.count);
    this.#words = new Int32Array(request, 0, REQUEST_WORDS.count);
    this.#reply = new Uint8Array(reply);
    this.#replyNumbers = new Float64Array(reply, 0, REPLY_NUMBERS.count);
  }

  read(request: Uint8Array): MailedSearch {
    const words = this.#words;
    this.#own.set(request);
    const flags = words[REQUEST_WORDS.flags] ?? 0;
    const bodyEnd = REQUEST_HEAD + (words[REQUEST_WORDS.body] ?? 0);
    const params = this.#own.subarray(bodyEnd, bodyEnd + (words[REQUEST_WORDS.url] ?? 0));
    return {
      handle: words[REQUEST_WORDS.handle] ?? 0,
      cancelId: words[REQUEST_WORDS.cancelId] ?? 0,
      search: {
        unread: {
          body: this.#own.subarray(REQUEST_HEAD, bodyEnd),
          isYaml: (flags & FLAG_YAML) !== 0,
          url: this.#urlParams(params),
          totalHitsAsInt: (flags & FLAG_TOTAL_AS_INT) !== 0,
        },
        aliasFilter: undefined,
        nowMs: this.#times[REQUEST_TIMES.now] ?? 0,
        startMs: this.#times[REQUEST_TIMES.start] ?? 0,
      },
    };
  }

  #urlParams(json: Uint8Array): SearchUrlParams {
    const text = utf8Decode(json);
    const known = this.#params.get(text);
    if (known !== undefined) return known;
    const params = Object.freeze(JSON.parse(text) as SearchUrlParams);
    if (text.length > MAX_PARAMS_LENGTH) return params;
    if (this.#params.size >= MAX_PARAMS) this.#params.clear();
    this.#params.set(text, params);
    return params;
  }

  /** The reply's length; 0 when it does not fit. */
  write({ bytes, queryMs, fetchMs, total, kept }: MailedAnswer): number {
    const end = REPLY_HEAD + bytes.length;
    if (end > REPLY_BYTES) return 0;
    this.#replyNumbers[REPLY_NUMBERS.query] = queryMs;
    this.#replyNumbers[REPLY_NUMBERS.fetch] = fetchMs;
    this.#replyNumbers[REPLY_NUMBERS.total] = numberOf(total);
    this.#replyNumbers[REPLY_NUMBERS.kept] = kept ? 1 : 0;
    this.#reply.set(bytes, REPLY_HEAD);
    return end;
  }
}
