/** A search of one shard: the query phase, and where nothing has to be merged the fetch phase in one go with it. The page is then known as soon as the query is
 * done; the request's time limit ends there. */
import { type JsonBuffer, withJsonBuffer } from '@skein/content';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import type {
  AskedSearch,
  ShardQueryResult,
  ShardSearchCall,
  ShardSearchResult,
} from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { writeHits } from './fetch_phase.js';
import type { PreparedSearch } from './prepared_search.js';
import { executeQueryPhase, prepareQuery, runQuery } from './query_phase.js';
import { searchedPhase } from './searched_phase.js';

export function executeSearch(
  search: ShardSearchCall,
  environment: ExecutionEnvironment,
): ShardSearchResult {
  // Fields that the mapping derives are those of scripts.
  const isReusable = environment.index.mapping.derived === undefined;
  if (!search.fetch) {
    return { result: executeQueryPhase(search, environment), fetched: undefined, isReusable };
  }
  return withJsonBuffer((buffer) => {
    const { asked } = search;
    const prepared = prepareQuery(search, environment);
    const { result, ends } = searchInto(prepared, environment, { buffer, asked });
    const profile = prepared.profiler?.fetch.profile();
    return { result, fetched: { bytes: buffer.finish(), ends, profile }, isReusable };
  });
}

interface WholeSearch {
  readonly result: ShardQueryResult;
  /** Where each hit of the page ends in the buffer. */
  readonly ends: readonly number[];
}

/** The hits of the page are written to the buffer, commas between them. */
export function searchInto(
  prepared: PreparedSearch,
  environment: ExecutionEnvironment,
  { buffer, asked }: { readonly buffer: JsonBuffer; readonly asked?: AskedSearch | undefined },
): WholeSearch {
  const result = runQuery(prepared, environment);
  const { phases, clock } = environment;
  const { request } = prepared;
  const { total } = result;
  phases?.query(searchedPhase({ request, asked }, total, result.tookMs));
  const startMs = phases && clock.monotonicMs();
  const { from, size } = request;
  const page = from === 0 ? result.hits : result.hits.slice(from, from + size);
  prepared.interruption.liftDeadline();
  const ends = writeHits(page, prepared, buffer);
  if (startMs !== undefined) {
    phases?.fetch(searchedPhase({ request, asked }, total, clock.monotonicMs() - startMs));
  }
  return { result: { ...result, hits: hitsNeeded(request, page) }, ends };
}

/** Of the page: the next page of a scroll goes on after its last hit, groups are searched by what their hits share. */
function hitsNeeded(
  { scroll, collapse }: SearchRequest,
  page: readonly ShardHit[],
): readonly ShardHit[] {
  if (scroll) return page.slice(-1);
  return collapse ? page : [];
}
