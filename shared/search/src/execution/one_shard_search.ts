/**
 * A search that goes to one shard alone, from its bytes to the bytes of its answer: read, searched, fetched and rendered in one go, where the shard
 * is. Nothing of it is cloned from thread to thread, and the main thread looks at nothing.
 */
import { type JsonBuffer, type JsonObject, withJsonBuffer } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { TotalHits } from '@skein/search_library';
import { INDEX, readSetting } from '@skein/settings';
import { type ReadPlan, readPlan } from '../plan/plan_cache.js';
import { isKept } from '../plan/reusable.js';
import type { SearchPlan } from '../plan/search_plan.js';
import { profileJson } from '../profile/render_profile.js';
import type { QueryNode } from '../queries/query_node.js';
import { finished, unfinishedAggregations } from '../reduce/finish_aggregations.js';
import { type MergedResult, mergeQueryResults } from '../reduce/merge_query_results.js';
import { reduceFailed } from '../reduce/reduce_failed.js';
import { writeSearch } from '../reduce/render_search.js';
import type { UnreadSearch } from '../request/unread_search.js';
import type { AskedSearch, Seen, ShardQueryResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { keepPrepared, preparedAgain } from './prepared_again.js';
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
  /** The same, read in this thread already. */
  readonly read?: ReadPlan | undefined;
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
      /** The same bytes but for `took` answer the same request at this point in time, and may be kept for that. */
      readonly kept: boolean;
    }
  /** The search needs its coordinating node first. */
  | { readonly kind: 'planned'; readonly plan: SearchPlan }
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
  const read = search.read ?? readOrRefuse(unread, environment);
  if (read instanceof ApiError) return { kind: 'malformed', error: read };
  const { plan } = read;
  if (plan.needs.coordinator) return { kind: 'planned', plan };
  const queryStartMs = clock.monotonicMs();
  const prepared = prepareAlone(read, search, environment);
  return withJsonBuffer((hits) => {
    const asked: AskedSearch = { opaqueId, searchType: 'query_then_fetch', totalShards: 1 };
    const { result, ends } = searchInto(prepared, environment, { buffer: hits, asked });
    const endMs = clock.monotonicMs();
    const profile = profileAlone(prepared, result, ends.length > 0);
    const rendered = {
      tookMs: Math.round(endMs - startMs),
      merged: { ...mergeAlone(prepared, result, environment), profile },
      shards: ONE_SHARD,
      hits: hits.length === 0 ? [] : [hits.bytes],
      totalHitsAsInt: unread.totalHitsAsInt,
      status: undefined,
    };
    writeSearch(rendered, buffer);
    const { tookMs: queryMs, total } = result;
    const kept = isKeptAnswer(plan, result, environment);
    return { kind: 'answered', kept, queryMs, fetchMs: endMs - queryStartMs - queryMs, total };
  });
}

function isKeptAnswer(
  { needs, request }: SearchPlan,
  { timedOut }: ShardQueryResult,
  { index }: ExecutionEnvironment,
): boolean {
  // Fields that the mapping derives are those of scripts.
  if (!needs.reusable || timedOut || index.mapping.derived !== undefined) return false;
  return isKept(request, () => readSetting(index.settings, INDEX.engine.requestCache));
}

function mergeAlone(
  { request, interruption }: PreparedSearch,
  result: ShardQueryResult,
  { scripts }: ExecutionEnvironment,
): MergedResult {
  const parts = [{ shardIndex: 0, result }];
  const merged = mergeQueryResults(request, parts);
  const unfinished = unfinishedAggregations(request, parts);
  if (unfinished === undefined) return merged;
  const checkCancelled = interruption.check;
  try {
    return { ...merged, aggregations: finished(unfinished, { checkCancelled, scripts }) };
  } catch (thrown) {
    throw reduceFailed(asApiError(thrown));
  }
}

function profileAlone(
  { profiler, shard, origin }: PreparedSearch,
  { profile: search }: ShardQueryResult,
  hasHits: boolean,
): JsonObject | undefined {
  if (profiler === undefined || search === undefined) return undefined;
  const { beganMs: askedMs, endedMs: answeredMs } = search;
  const fetch = hasHits ? profiler.fetch.profile() : undefined;
  const { nodeId = '', shardId = 0 } = origin ?? {};
  const place = { nodeId, index: shard.indexName, shardId };
  return profileJson([{ ...place, search, fetch, askedMs, answeredMs }]);
}

function prepareAlone(
  read: ReadPlan,
  { aliasFilter, nowMs }: OneShardSearch,
  environment: ExecutionEnvironment,
): PreparedSearch {
  const { plan } = read;
  const { timeoutMs } = plan.request;
  if (aliasFilter !== undefined) {
    return prepareQuery({ plan, aliasFilter, nowMs, timeoutMs }, environment);
  }
  const again = preparedAgain(read, environment);
  if (again !== undefined) return again;
  const prepared = prepareQuery({ plan, aliasFilter, nowMs, timeoutMs }, environment);
  keepPrepared(read, prepared, environment);
  return prepared;
}

function readOrRefuse(unread: UnreadSearch, { plans }: ExecutionEnvironment): ReadPlan | ApiError {
  try {
    return plans === undefined ? readPlan(unread) : plans.read(unread);
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
}
