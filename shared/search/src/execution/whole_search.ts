/** A search of one shard only: both phases in one go. Nothing has to be merged, so the page is known as soon as the query is done;
 * the request's time limit ends there. */
import type { ShardSearchRequest, ShardSearchResult } from '../shard_messages.js';
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
  // The next page of a scroll goes on after these; groups are expanded by what they share.
  const { scroll, collapse } = search.request;
  return { result: { ...result, hits: scroll || collapse ? page : [] }, fetched };
}
