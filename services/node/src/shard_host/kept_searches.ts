/** Searches of a pinned shard, answered from its request cache if possible. */
import { decodePlain, encodePlain, type PlainBytes } from '@skein/bytes';
import {
  type FoundSearch,
  isKept,
  isRead,
  isReusableFilter,
  mayBeKept,
  type RenderedAnswer,
  type ShardSearchCall,
  type ShardSearchReply,
} from '@skein/search';
import type { ShardRequestCache } from './memory/request_cache.js';

export interface KeptPoint {
  readonly cache: ShardRequestCache;
  /** Identifies the point in time and the version of the index. */
  readonly point: string;
  /** `index.requests.cache.enable`. */
  readonly byDefault: () => boolean;
  readonly monotonicMs: () => number;
  /**
   * True while the point in time is held and the shard is open. An answer that comes later (of a
   * cancelled search) must not be kept: the entries of the point in time are dropped already.
   */
  readonly isHeld: () => boolean;
}

/**
 * Answers from the cache, or calls `ask` and keeps its answer if the answer allows that. Only the
 * answer can say so, because the search may not be parsed before.
 */
export function keptSearch(
  call: ShardSearchCall,
  point: KeptPoint,
  ask: () => Promise<ShardSearchReply>,
): Promise<ShardSearchReply> {
  return isWorthLooking(call, point.byDefault) ? lookedFor(call, point, ask) : ask();
}

async function lookedFor(
  call: ShardSearchCall,
  { cache, point, monotonicMs, isHeld }: KeptPoint,
  ask: () => Promise<ShardSearchReply>,
): Promise<ShardSearchReply> {
  const known = cache.isEmpty(point) ? undefined : keyOf(call);
  const found = known === undefined ? undefined : cache.get(point, known);
  // Only `keptOf` makes what the cache has.
  if (found !== undefined) return again(found as Kept, call, monotonicMs);
  const reply = await ask();
  const kept = isHeld() ? keptOf(reply) : undefined;
  if (kept !== undefined) cache.put(point, known ?? keyOf(call), kept);
  return reply;
}

/**
 * A rendered answer, in memory of its own; or a result as encoded bytes, so that each reader
 * decodes its own objects and the size is known.
 */
type Kept = RenderedAnswer | PlainBytes<FoundSearch>;

/** Undefined if the answer may not be kept. */
function keptOf(reply: ShardSearchReply) {
  if (!('kept' in reply) || !reply.kept) return undefined;
  if (reply.kind === 'found') {
    const value = encodePlain(reply);
    return { value, sizeBytes: value.length };
  }
  // The reply's bytes may be a view of a much larger buffer.
  const bytes = new Uint8Array(reply.bytes);
  return { value: { ...reply, bytes }, sizeBytes: bytes.length };
}

/**
 * True if the cache may have the answer. Results under document-level security are for one user
 * only, and those of a time-dependent alias filter are valid only briefly.
 */
function isWorthLooking(
  { search, aliasFilter, visibility }: ShardSearchCall,
  byDefault: () => boolean,
): boolean {
  if (visibility !== undefined || !isReusableFilter(aliasFilter)) return false;
  if (!isRead(search)) return mayBeKept(search, byDefault);
  return search.needs.reusable && isKept(search.request, byDefault);
}

function keyOf({ search, aliasFilter, fetch, render }: ShardSearchCall): string {
  const form = [fetch, render?.totalHitsAsInt];
  if (isRead(search)) {
    // The original body is only for logs.
    const { given, ...asked } = search.request;
    return `read ${textOf(encodePlain([form, asked, aliasFilter]))}`;
  }
  const { body, isYaml, url, totalHitsAsInt } = search;
  // Encoded rather than JSON, because filters hold longs and maps.
  const beside = encodePlain([form, isYaml, totalHitsAsInt, url, aliasFilter]);
  return `unread ${beside.length} ${textOf(beside)}${textOf(body)}`;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** The kept answer with a new `took`. */
function again(
  kept: Kept,
  { render }: ShardSearchCall,
  monotonicMs: () => number,
): ShardSearchReply {
  if (kept instanceof Uint8Array) {
    const reply = decodePlain(kept);
    return { ...reply, result: { ...reply.result, tookMs: 0 } };
  }
  const tookMs = render === undefined ? 0 : monotonicMs() - render.startMs;
  return { ...kept, bytes: withTook(kept.bytes, tookMs), queryMs: 0, fetchMs: 0 };
}

const TOOK = Buffer.from('{"took":');
const COMMA = 0x2c;

/** The answer with another `took`, which is its first member. */
export function withTook(bytes: Uint8Array, tookMs: number): RenderedAnswer['bytes'] {
  const rest = bytes.subarray(bytes.indexOf(COMMA));
  return Buffer.concat([TOOK, Buffer.from(String(Math.round(tookMs))), rest]);
}
