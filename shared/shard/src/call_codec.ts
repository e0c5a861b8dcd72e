/**
 * Encodes calls of a shard and their replies as bytes, for mailboxes of threads and for other
 * nodes. Plans are sent without their defaults. The two most frequent kinds, an unparsed search and
 * its reply, have a special form in which JSON stays as it is; all others are bytes of
 * `encodePlain`.
 *
 *     call  := 0 plain | 1 now f64, flags u8, [start f64], url, [plain: other members], body
 *     reply := 0 plain | 1 flags u8, query f64, fetch f64, total f64, rendered response
 *
 * The total is negative when there are more hits than it says, and NaN when they were not counted.
 */
import {
  ByteReader,
  ByteWriter,
  decodePlain,
  decodePlainViews,
  encodePlain,
  utf8,
  utf8Decode,
  writePlain,
} from '@skein/bytes';
import {
  type AnswerForm,
  isOfThisRelease,
  isRead,
  type PackedPlan,
  packPlan,
  type RenderedAnswer,
  type SearchPlan,
  type SearchUrlParams,
  type ShardSearchCall,
  type UnreadSearch,
  unpackPlan,
} from '@skein/search';
import type { TotalHits } from '@skein/search_library';
import type { SearchCalls } from './calls.js';

export type CallRequest = SearchCalls[keyof SearchCalls]['request'];
export type CallReply = SearchCalls[keyof SearchCalls]['reply'];

const PLAIN = 0;
const BYTES = 1;

const FLAG = {
  yaml: 1,
  readsTotalAsInt: 2,
  fetch: 4,
  render: 8,
  writesTotalAsInt: 16,
  more: 32,
} as const;

/** Flags of a reply. */
const ANSWER = { kept: 1, suggests: 2 } as const;

/** Limit of cached URL parameter sets. */
const MAX_PARAMS = 64;
const MAX_PARAMS_BYTES = 1024;
/** Memory that is kept for the next call. */
const MAX_KEPT_BYTES = 1024 * 1024;
/** Room for the numbers around a body or a response. */
const HEAD_BYTES = 64;
const NO_LIMIT = Number.POSITIVE_INFINITY;

type UnreadCall = ShardSearchCall & { readonly search: UnreadSearch };

export class CallCodec {
  #out = new ByteWriter();
  /**
   * The last parameters of a URL, as text and encoded: most requests have the same ones as the
   * request before.
   */
  #url: SearchUrlParams | undefined;
  #paramsText = '';
  #params: Uint8Array = new Uint8Array(0);
  /**
   * Parameters by their text. Equal parameters are the same object, by which repeated searches are
   * recognized.
   */
  readonly #known = new Map<string, SearchUrlParams>();

  /**
   * Encodes a call. The bytes are valid until the next call or reply is written; `undefined`: they
   * are longer than `mostBytes`.
   */
  call(request: CallRequest): Uint8Array;
  call(request: CallRequest, mostBytes: number): Uint8Array | undefined;
  call(request: CallRequest, mostBytes = NO_LIMIT): Uint8Array | undefined {
    return isUnread(request)
      ? this.#unreadCall(request, mostBytes)
      : this.#plain(packCall(request), mostBytes);
  }

  /** Decodes a call, which may hold views of the bytes. */
  readCall(bytes: Uint8Array): CallRequest {
    const reader = new ByteReader(bytes);
    // Bytes that another thread or node of the same build encoded here are not checked again.
    return reader.u8() === BYTES
      ? this.#readUnreadCall(reader)
      : unpackCall(decodePlain(reader.raw(reader.remaining)) as CallRequest);
  }

  /**
   * Encodes a reply. The bytes are valid until the next call or reply is written; `undefined`: they
   * are longer than `mostBytes`.
   */
  reply(reply: CallReply): Uint8Array;
  reply(reply: CallReply, mostBytes: number): Uint8Array | undefined;
  reply(reply: CallReply, mostBytes = NO_LIMIT): Uint8Array | undefined {
    return isRendered(reply)
      ? this.#rendered(reply, mostBytes)
      : this.#plain(packReply(reply), mostBytes);
  }

  /** Decodes a reply, which may hold views of the bytes. */
  readReply(bytes: Uint8Array): CallReply {
    const reader = new ByteReader(bytes);
    // As for calls.
    return reader.u8() === BYTES
      ? readRendered(reader)
      : unpackReply(decodePlainViews(reader.raw(reader.remaining)) as CallReply);
  }

  #begin(form: number): ByteWriter {
    if (this.#out.length > MAX_KEPT_BYTES) this.#out = new ByteWriter();
    const out = this.#out;
    out.reset();
    out.u8(form);
    return out;
  }

  #plain(value: unknown, mostBytes: number): Uint8Array | undefined {
    const out = this.#begin(PLAIN);
    writePlain(value, out);
    return out.length > mostBytes ? undefined : out.view();
  }

  #unreadCall(call: UnreadCall, mostBytes: number): Uint8Array | undefined {
    const { search, nowMs, fetch, render, aliasFilter, visibility, asked } = call;
    const params = this.#encodedParams(search.url);
    if (HEAD_BYTES + params.length + search.body.length > mostBytes) return undefined;
    const hasMore = aliasFilter !== undefined || visibility !== undefined || asked !== undefined;
    const out = this.#begin(BYTES);
    out.f64(nowMs);
    out.u8(
      (search.isYaml ? FLAG.yaml : 0) |
        (search.totalHitsAsInt ? FLAG.readsTotalAsInt : 0) |
        (fetch ? FLAG.fetch : 0) |
        (render ? FLAG.render : 0) |
        (render?.totalHitsAsInt ? FLAG.writesTotalAsInt : 0) |
        (hasMore ? FLAG.more : 0),
    );
    if (render) out.f64(render.startMs);
    out.byteArray(params);
    if (hasMore) out.byteArray(encodePlain({ aliasFilter, visibility, asked }));
    out.byteArray(search.body);
    return out.length > mostBytes ? undefined : out.view();
  }

  #readUnreadCall(reader: ByteReader): UnreadCall {
    const nowMs = reader.f64();
    const flags = reader.u8();
    const render = (flags & FLAG.render) === 0 ? undefined : readForm(reader, flags);
    const url = this.#urlParams(reader.byteArray());
    const more = (flags & FLAG.more) === 0 ? NOTHING_MORE : readMore(reader);
    const search = {
      body: reader.byteArray(),
      isYaml: (flags & FLAG.yaml) !== 0,
      url,
      totalHitsAsInt: (flags & FLAG.readsTotalAsInt) !== 0,
    };
    return { search, nowMs, fetch: (flags & FLAG.fetch) !== 0, render, ...more };
  }

  #encodedParams(url: SearchUrlParams): Uint8Array {
    if (url === this.#url) return this.#params;
    this.#url = url;
    const text = JSON.stringify(url);
    if (text !== this.#paramsText) {
      this.#params = utf8(text);
      this.#paramsText = text;
    }
    return this.#params;
  }

  #urlParams(json: Uint8Array): SearchUrlParams {
    const text = utf8Decode(json);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    // The text was made of such parameters.
    const params = Object.freeze(JSON.parse(text) as SearchUrlParams);
    if (json.length > MAX_PARAMS_BYTES) return params;
    if (this.#known.size >= MAX_PARAMS) this.#known.clear();
    this.#known.set(text, params);
    return params;
  }

  #rendered(answer: RenderedAnswer, mostBytes: number): Uint8Array | undefined {
    const { bytes, kept, suggests, queryMs, fetchMs, total } = answer;
    if (HEAD_BYTES + bytes.length > mostBytes) return undefined;
    const out = this.#begin(BYTES);
    out.u8((kept ? ANSWER.kept : 0) | (suggests ? ANSWER.suggests : 0));
    out.f64(queryMs);
    out.f64(fetchMs);
    out.f64(numberOf(total));
    out.raw(bytes);
    return out.view();
  }
}

type More = Pick<ShardSearchCall, 'aliasFilter' | 'visibility' | 'asked'>;

const NOTHING_MORE: More = { aliasFilter: undefined };

function readMore(reader: ByteReader): More {
  // The writer encodes this type.
  return decodePlain(reader.byteArray()) as More;
}

function readForm(reader: ByteReader, flags: number): AnswerForm {
  return { startMs: reader.f64(), totalHitsAsInt: (flags & FLAG.writesTotalAsInt) !== 0 };
}

function readRendered(reader: ByteReader): RenderedAnswer {
  const flags = reader.u8();
  const kept = (flags & ANSWER.kept) !== 0;
  const suggests = (flags & ANSWER.suggests) !== 0;
  const [queryMs, fetchMs, total] = [reader.f64(), reader.f64(), totalOf(reader.f64())];
  // Messages lie in memory of one process, which no other thread shares.
  const bytes = reader.raw(reader.remaining) as Uint8Array<ArrayBuffer>;
  return { kind: 'rendered', kept, suggests, queryMs, fetchMs, total, bytes };
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

function isUnread(request: CallRequest): request is UnreadCall {
  return 'search' in request && !isRead(request.search);
}

function isRendered(reply: CallReply): reply is RenderedAnswer {
  return 'kind' in reply && reply.kind === 'rendered';
}

/** The form of a call that is sent to another thread as a message. */
export function packCall<T extends CallRequest>(request: T): T {
  if ('plan' in request) return { ...request, plan: packPlan(request.plan) };
  if (!('search' in request) || !isRead(request.search)) return request;
  return { ...request, search: packPlan(request.search) };
}

/** The plans of a call that came as a message are packed, which its type does not say. */
export function unpackCall<T extends CallRequest>(request: T): T {
  if ('plan' in request) return { ...request, plan: unpackPlan(request.plan as PackedPlan) };
  if (!('search' in request) || !isRead(request.search)) return request;
  return { ...request, search: unpackPlan(request.search as PackedPlan) };
}

export function packReply<T extends CallReply>(reply: T): T {
  const plan = planIn(reply);
  return plan === undefined ? reply : { ...reply, plan: packPlan(plan) };
}

/** Unpacks a reply; a plan made by another release is dropped. */
export function unpackReply<T extends CallReply>(reply: T): T {
  const plan = planIn(reply);
  if (plan === undefined) return reply;
  return { ...reply, plan: isOfThisRelease(plan) ? unpackPlan(plan) : undefined };
}

function planIn(reply: CallReply): SearchPlan | undefined {
  return 'kind' in reply && reply.kind === 'planned' ? reply.plan : undefined;
}
