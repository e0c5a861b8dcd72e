/**
 * The query phase of one shard and, if nothing has to be merged, the fetch phase directly after it.
 * The page is known as soon as the query phase is done; the request's time limit ends there.
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

interface SearchedPage {
  readonly result: ShardQueryResult;
  /** The end offset of each hit of the page in the buffer. */
  readonly ends: readonly number[];
}

/** Writes the hits of the page to the buffer, separated by commas. */
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
  return { result: { ...result, hits: hitsNeeded(request, result.hits) }, ends };
}

/**
 * The hits that the caller needs: a scroll continues after the last one; groups are searched by the
 * values that their hits share. The caller cuts the page from them, as it does for several shards.
 */
function hitsNeeded(
  { scroll, collapse }: SearchRequest,
  hits: readonly ShardHit[],
): readonly ShardHit[] {
  if (scroll) return hits.slice(-1);
  return collapse ? hits : [];
}
