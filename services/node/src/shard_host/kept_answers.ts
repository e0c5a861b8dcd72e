/** Searches of a pinned shard, answered out of its request cache where that has them. */
import { decodePlain, encodePlain } from '@skein/bytes';
import { isKept, isReusableFilter, type OneShardSearch } from '@skein/search';
import type { SearchCalls } from '@skein/shard';
import type { AnswerReply } from './contract.js';
import type { ShardRequestCache } from './request_cache.js';

type SearchRequest = SearchCalls['search']['request'];
type SearchReply = SearchCalls['search']['reply'];

export interface KeptPoint {
  readonly cache: ShardRequestCache;
  /** Names the point in time and the version of the index. */
  readonly point: string;
  /** `index.requests.cache.enable`. */
  readonly byDefault: () => boolean;
  /** Held, and the shard is open: what is kept of it will be forgotten in time. A search that was cancelled may answer later than that. */
  readonly isHeld: () => boolean;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** `undefined`: what somebody sees who does not see all is for nobody else, and is not kept; nor what an alias lets through for a while alone. */
function keyOfAnswer({ unread, aliasFilter, visibility }: OneShardSearch): string | undefined {
  if (visibility !== undefined || !isReusableFilter(aliasFilter)) return undefined;
  const { body, isYaml, url, totalHitsAsInt } = unread;
  // Not JSON: filters hold longs and maps.
  const beside = encodePlain([isYaml, totalHitsAsInt, url, aliasFilter]);
  return `answer ${beside.length} ${textOf(beside)}${textOf(body)}`;
}

/** The body is not read here: whether the answer may be kept comes with it. */
export async function keptAnswer(
  search: OneShardSearch,
  { cache, point, isHeld }: KeptPoint,
  { ask, tookMs }: { readonly ask: () => Promise<AnswerReply>; readonly tookMs: () => number },
): Promise<AnswerReply> {
  const known = cache.isEmpty(point) ? undefined : keyOfAnswer(search);
  const found = known === undefined ? undefined : cache.get(point, known);
  if (found !== undefined) {
    const kept = found as Extract<AnswerReply, { kind: 'answered' }>;
    return { ...kept, bytes: withTook(kept.bytes, tookMs()), queryMs: 0, fetchMs: 0 };
  }
  const reply = await ask();
  if (reply.kind !== 'answered' || !reply.kept) return reply;
  const key = known ?? keyOfAnswer(search);
  if (key !== undefined && isHeld()) {
    // In memory of its own: the reply's may be a piece of a much larger one.
    const value = { ...reply, bytes: new Uint8Array(reply.bytes) };
    cache.put(point, key, { value, sizeBytes: value.bytes.length });
  }
  return reply;
}

export async function keptSearch(
  request: SearchRequest,
  { cache, point, byDefault, isHeld }: KeptPoint,
  ask: () => Promise<SearchReply>,
): Promise<SearchReply> {
  const { plan, aliasFilter, visibility, fetch } = request;
  const mayKeep =
    visibility === undefined &&
    plan.needs.reusable &&
    isReusableFilter(aliasFilter) &&
    isKept(plan.request, byDefault);
  if (!mayKeep) return ask();
  // The body as it was given is for logs alone.
  const { given, ...asked } = plan.request;
  const key = `search ${textOf(encodePlain([asked, aliasFilter, fetch]))}`;
  const found = cache.get(point, key);
  if (found !== undefined) {
    const kept = decodePlain(found as Uint8Array) as SearchReply;
    return { ...kept, result: { ...kept.result, tookMs: 0 } };
  }
  const reply = await ask();
  if (reply.isReusable && !reply.result.timedOut && isHeld()) {
    // As bytes, so that each reader has parts of its own, and what they take is known.
    const value = encodePlain(reply);
    cache.put(point, key, { value, sizeBytes: value.length });
  }
  return reply;
}

const TOOK = Buffer.from('{"took":');
const COMMA = 0x2c;

/** The answer with another `took`, which it begins with. */
export function withTook(bytes: Uint8Array, tookMs: number): Uint8Array {
  const rest = bytes.subarray(bytes.indexOf(COMMA));
  return Buffer.concat([TOOK, Buffer.from(String(Math.round(tookMs))), rest]);
}
