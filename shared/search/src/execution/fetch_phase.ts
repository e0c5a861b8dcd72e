/** The fetch phase of one shard: the hits that made it into the answer, read and encoded. */
import { JsonBuffer, type JsonObject } from '@skein/content';
import type { FetchPart } from '../fetch/fetch_part.js';
import { fields } from '../fetch/fields.js';
import { fetchHit, hitJson } from '../fetch/hit.js';
import { hasNamedQuery, matchedQueries } from '../fetch/matched_queries.js';
import { sortValues } from '../fetch/sort_values.js';
import { source } from '../fetch/source.js';
import type { ShardFetchRequest, ShardFetchResult, ShardHit } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { type PreparedSearch, prepareSearch } from './prepared_search.js';
import { requestQuery } from './shard_context.js';

export function executeFetchPhase(
  fetch: ShardFetchRequest,
  environment: ExecutionEnvironment,
): ShardFetchResult {
  const prepared = prepareSearch(fetch, environment);
  if (hasNamedParts(prepared)) requestQuery(fetch, prepared.shard);
  return fetchHits(fetch.hits, prepared);
}

/** The names of named queries must be known to `prepared.shard` already. */
export function fetchHits(hits: readonly ShardHit[], prepared: PreparedSearch): ShardFetchResult {
  const { request, shard, plan, searcher, checkCancelled } = prepared;
  const parts: FetchPart[] = [source, fields, sortValues(plan)];
  if (hasNamedParts(prepared)) {
    parts.push(matchedQueries(searcher, shard.namedQueries, request.includeNamedQueriesScore));
  }
  const encoded: JsonObject[] = new Array(hits.length);
  for (const place of placesByDocument(hits)) {
    checkCancelled();
    const hit = fetchHit(searcher, hits[place] as ShardHit);
    encoded[place] = hitJson(hit, parts, { request, shard });
  }
  return packHits(encoded);
}

function hasNamedParts({ request }: PreparedSearch): boolean {
  return hasNamedQuery(request.query) || hasNamedQuery(request.postFilter);
}

/** Documents that lie together are read together: each block of stored fields once. */
function placesByDocument(hits: readonly ShardHit[]): readonly number[] {
  const docAt = (place: number) => hits[place]?.doc ?? 0;
  return hits.map((_, place) => place).sort((a, b) => docAt(a) - docAt(b));
}

function packHits(hits: readonly JsonObject[]): ShardFetchResult {
  const buffer = new JsonBuffer();
  const ends = hits.map((hit, i) => {
    if (i > 0) buffer.text(',');
    buffer.value(hit);
    return buffer.length;
  });
  return { bytes: buffer.finish(), ends };
}
