/**
 * The response to a search that targets a single shard, rendered at the shard: nothing has to be
 * merged.
 */
import { type JsonBuffer, type JsonObject, withJsonBuffer } from '@skein/content';
import { asApiError } from '@skein/errors';
import { profileJson } from '../profile/render_profile.js';
import { finished, unfinishedAggregations } from '../reduce/finish_aggregations.js';
import { type MergedResult, mergeQueryResults } from '../reduce/merge_query_results.js';
import { reduceFailed } from '../reduce/reduce_failed.js';
import { writeSearch } from '../reduce/render_search.js';
import type { AnswerForm, AskedSearch, ShardQueryResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import type { PreparedSearch } from './prepared_search.js';
import { searchPage } from './search_page.js';

const ONE_SHARD = { total: 1, successful: 1, skipped: 0, failed: 0 } as const;

interface RenderedPage {
  readonly result: ShardQueryResult;
  /** The time at which the last hit was written. */
  readonly endMs: number;
}

/** Renders the response into the buffer. */
export function renderAlone(
  { startMs, totalHitsAsInt }: AnswerForm,
  prepared: PreparedSearch,
  environment: ExecutionEnvironment,
  { asked, buffer }: { readonly asked: AskedSearch | undefined; readonly buffer: JsonBuffer },
): RenderedPage {
  return withJsonBuffer((hits) => {
    const { result, ends } = searchPage(prepared, environment, { buffer: hits, asked });
    const endMs = environment.clock.monotonicMs();
    const profile = profileAlone(prepared, result, ends.length > 0);
    const rendered = {
      tookMs: Math.round(endMs - startMs),
      merged: { ...mergeAlone(prepared, result, environment), profile },
      shards: ONE_SHARD,
      hits: [hits.bytes],
      totalHitsAsInt,
      status: undefined,
    };
    writeSearch(rendered, buffer);
    return { result, endMs };
  });
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
