/** A search of one shard only: both phases in one go. Nothing has to be merged, so the page is known as soon as the query is done;
 * the request's time limit ends there. */
import { type JsonBuffer, withJsonBuffer } from '@skein/content';
import type { SearchRequest } from '../request/search_request.js';
import type {
  ShardHit,
  ShardQueryResult,
  ShardSearchRequest,
  ShardSearchResult,
} from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { writeHits } from './fetch_phase.js';
import { interruptionCheck } from './interruption.js';
import { prepareQuery, runQuery } from './query_phase.js';

export function executeSearch(
  search: ShardSearchRequest,
  environment: ExecutionEnvironment,
): ShardSearchResult {
  return withJsonBuffer((buffer) => {
    const { result, ends } = searchInto(search, environment, buffer);
    return { result, fetched: { bytes: buffer.finish(), ends } };
  });
}

interface WholeSearch {
  readonly result: ShardQueryResult;
  /** Where each hit of the page ends in the buffer. */
  readonly ends: readonly number[];
}

/** The hits of the page are written to the buffer, commas between them. */
export function searchInto(
  search: ShardSearchRequest,
  environment: ExecutionEnvironment,
  buffer: JsonBuffer,
): WholeSearch {
  const prepared = prepareQuery(search, environment);
  const result = runQuery(prepared, environment);
  const { from, size } = search.request;
  const page = result.hits.slice(from, from + size);
  const checkCancelled = interruptionCheck(environment, undefined);
  const ends = writeHits(page, { ...prepared, checkCancelled }, buffer);
  return { result: { ...result, hits: hitsNeeded(search.request, page) }, ends };
}

/** Of the page: the next page of a scroll goes on after its last hit, groups are searched by what their hits share. */
function hitsNeeded(
  { scroll, collapse }: SearchRequest,
  page: readonly ShardHit[],
): readonly ShardHit[] {
  if (scroll) return page.slice(-1);
  return collapse ? page : [];
}
