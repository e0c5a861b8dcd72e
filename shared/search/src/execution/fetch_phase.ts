/** The fetch phase of one shard: the hits that made it into the answer, read and encoded. */
import { createSearcher } from '@skein/search_library';
import type { FetchPart } from '../fetch/fetch_part.js';
import { fields } from '../fetch/fields.js';
import { encodeHit, fetchHit } from '../fetch/hit.js';
import { hasNamedQuery, matchedQueries } from '../fetch/matched_queries.js';
import { sortValues } from '../fetch/sort_values.js';
import { source } from '../fetch/source.js';
import type { ShardFetchRequest, ShardFetchResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { interruptionCheck } from './interruption.js';
import { sortOf } from './query_phase.js';
import { queryShardContext, requestQuery } from './shard_context.js';
import { planSort } from './sort_plan.js';

export function executeFetchPhase(
  fetch: ShardFetchRequest,
  environment: ExecutionEnvironment,
): ShardFetchResult {
  const { request } = fetch;
  const shard = queryShardContext(environment.index, fetch.nowMs);
  const checkCancelled = interruptionCheck(environment, undefined);
  const searcher = createSearcher(environment.reader.segments, { checkCancelled });
  const plan = planSort(sortOf(request), shard);
  const parts: FetchPart[] = [source, fields, sortValues(plan)];
  if (hasNamedQuery(request.query) || hasNamedQuery(request.postFilter)) {
    requestQuery(fetch, shard);
    parts.push(matchedQueries(searcher, shard.namedQueries, request.includeNamedQueriesScore));
  }
  const context = { request, shard };
  return {
    hits: fetch.hits.map((hit) => {
      checkCancelled();
      return encodeHit(fetchHit(searcher, hit), parts, context);
    }),
  };
}
