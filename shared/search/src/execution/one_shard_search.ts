/**
 * A search that goes to one shard alone, from its bytes to the bytes of its answer: read, searched, fetched and rendered in one go, where the shard
 * is. Nothing of it is cloned from thread to thread, and the main thread looks at nothing.
 */
import { type JsonBuffer, withJsonBuffer } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { TotalHits } from '@skein/search_library';
import type { QueryNode } from '../queries/query_node.js';
import { needsOf } from '../queries/visit_queries.js';
import { mergeQueryResults } from '../reduce/merge_query_results.js';
import { writeSearch } from '../reduce/render_search.js';
import type { ReadSearch } from '../request/known_searches.js';
import { queriesOf } from '../request/request_queries.js';
import type { SearchRequest } from '../request/search_request.js';
import { readSearch, type UnreadSearch } from '../request/unread_search.js';
import type { AskedSearch, Seen } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import type { PreparedSearch } from './prepared_search.js';
import { prepareQuery } from './query_phase.js';
import { searchInto } from './whole_search.js';

export interface OneShardSearch extends Seen {
  readonly unread: UnreadSearch;
  /** Filter of the alias the request came through, if any; it needs no documents. */
  readonly aliasFilter: QueryNode | undefined;
  readonly nowMs: number;
  /** `X-Opaque-Id` of whoever asked, for indices that log slow searches. */
  readonly opaqueId?: string | undefined;
  /** When the request came, on the monotonic clock: `took` counts from there. */
  readonly startMs: number;
}

export type OneShardAnswer =
  /** Written to the buffer. */
  | {
      readonly kind: 'answered';
      readonly queryMs: number;
      readonly fetchMs: number;
      readonly total: TotalHits | undefined;
    }
  /** The request has to be put together on the coordinating node first: documents it names, boosts of indices. */
  | { readonly kind: 'not_alone' }
  /** The request itself is at fault, not the search. */
  | { readonly kind: 'malformed'; readonly error: ApiError };

const ONE_SHARD = { total: 1, successful: 1, skipped: 0, failed: 0 } as const;

/** Throws what goes wrong in the search. */
export function answerOneShard(
  search: OneShardSearch,
  environment: ExecutionEnvironment,
  buffer: JsonBuffer,
): OneShardAnswer {
  const { unread, startMs, opaqueId } = search;
  const { clock } = environment;
  const read = readOrRefuse(unread, environment);
  if (read instanceof ApiError) return { kind: 'malformed', error: read };
  const queryStartMs = clock.monotonicMs();
  const prepared = prepareAlone(read, search, environment);
  if (prepared === undefined) return { kind: 'not_alone' };
  return withJsonBuffer((hits) => {
    const asked: AskedSearch = { opaqueId, searchType: 'query_then_fetch', totalShards: 1 };
    const { result } = searchInto(prepared, environment, { buffer: hits, asked });
    const endMs = clock.monotonicMs();
    const rendered = {
      tookMs: Math.round(endMs - startMs),
      merged: mergeQueryResults(read.request, [{ shardIndex: 0, result }]),
      shards: ONE_SHARD,
      hits: hits.length === 0 ? [] : [hits.bytes],
      totalHitsAsInt: unread.totalHitsAsInt,
      status: undefined,
    };
    writeSearch(rendered, buffer);
    const { tookMs: queryMs, total } = result;
    return { kind: 'answered', queryMs, fetchMs: endMs - queryStartMs - queryMs, total };
  });
}

/** `undefined`: it does not stand alone. */
function prepareAlone(
  { request, isKept }: ReadSearch,
  { aliasFilter, nowMs }: OneShardSearch,
  environment: ExecutionEnvironment,
): PreparedSearch | undefined {
  const { repeated } = environment;
  const again = isKept && aliasFilter === undefined && repeated?.again(request, environment);
  if (again) return again;
  if (!standsAlone(request)) return undefined;
  const search = { request, aliasFilter, nowMs, timeoutMs: request.timeoutMs };
  const prepared = prepareQuery(search, environment);
  if (isKept && aliasFilter === undefined) repeated?.keep(request, prepared);
  return prepared;
}

function readOrRefuse(
  unread: UnreadSearch,
  { repeated }: ExecutionEnvironment,
): ReadSearch | ApiError {
  try {
    if (repeated !== undefined) return repeated.known.read(unread);
    return { request: readSearch(unread), isKept: false };
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
}

/** Whether the shard has all that the request speaks of. */
function standsAlone(request: SearchRequest): boolean {
  const { indicesBoost, pit, collapse } = request;
  if (indicesBoost.length > 0 || pit !== undefined) return false;
  if (collapse && collapse.innerHits.length > 0) return false;
  return needsOf(queriesOf(request)).documents.length === 0;
}
