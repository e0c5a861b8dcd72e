/** A search of one shard only: both phases in one go. Nothing has to be merged, so the page is known as soon as the query is done;
 * the request's time limit ends there. */
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit, ShardSearchRequest, ShardSearchResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { fetchHits } from './fetch_phase.js';
import { interruptionCheck } from './interruption.js';
import { prepareQuery, runQuery } from './query_phase.js';

export function executeSearch(
  search: ShardSearchRequest,
  environment: ExecutionEnvironment,
): ShardSearchResult {
  const prepared = prepareQuery(search, environment);
  const result = runQuery(prepared, environment);
  const { from, size } = search.request;
  const page = result.hits.slice(from, from + size);
  const checkCancelled = interruptionCheck(environment, undefined);
  const fetched = fetchHits(page, { ...prepared, checkCancelled });
  return { result: { ...result, hits: hitsNeeded(search.request, page) }, fetched };
}

/** Of the page: the next page of a scroll goes on after its last hit, groups are searched by what their hits share. */
function hitsNeeded(
  { scroll, collapse }: SearchRequest,
  page: readonly ShardHit[],
): readonly ShardHit[] {
  if (scroll) return page.slice(-1);
  return collapse ? page : [];
}
