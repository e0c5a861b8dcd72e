/**
 * The query phase of one shard, and where nothing has to be merged the fetch phase in one go with it. The page is then known as soon as the query is
 * done; the request's time limit ends there.
 */
import type { JsonBuffer } from '@skein/content';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import type { AskedSearch, ShardQueryResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { writeHits } from './fetch_phase.js';
import type { PreparedSearch } from './prepared_search.js';
import { runQuery } from './query_phase.js';
import { searchedPhase } from './searched_phase.js';

export interface SearchedPage {
  readonly result: ShardQueryResult;
  /** Where each hit of the page ends in the buffer. */
  readonly ends: readonly number[];
}

/** The hits of the page are written to the buffer, commas between them. */
export function searchPage(
  prepared: PreparedSearch,
  environment: ExecutionEnvironment,
  { buffer, asked }: { readonly buffer: JsonBuffer; readonly asked?: AskedSearch | undefined },
): SearchedPage {
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
