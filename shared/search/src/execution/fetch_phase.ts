/** The fetch phase of one shard: the hits that made it into the answer, read and encoded. */
import { JsonBuffer, type JsonObject } from '@skein/content';
import { fetchHit, hitJson } from '../fetch/hit.js';
import { hitParts } from '../fetch/hit_parts.js';
import { hasNamedQuery } from '../fetch/matched_queries.js';
import { hasInnerHits } from '../inner_hits/inner_hits_definition.js';
import type { ShardFetchRequest, ShardFetchResult, ShardHit } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { type PreparedSearch, prepareSearch } from './prepared_search.js';

export function executeFetchPhase(
  fetch: ShardFetchRequest,
  environment: ExecutionEnvironment,
): ShardFetchResult {
  const prepared = prepareSearch(fetch, environment);
  if (showsPartsOfQuery(prepared)) prepared.query();
  return fetchHits(fetch.hits, prepared);
}

/** Named queries and inner hits must be known to `prepared.shard` already. */
export function fetchHits(hits: readonly ShardHit[], prepared: PreparedSearch): ShardFetchResult {
  const { request, shard, searcher, checkCancelled } = prepared;
  const parts = hitParts({ ...prepared, innerHits: shard.innerHits });
  const encoded: JsonObject[] = new Array(hits.length);
  for (const place of placesByDocument(hits)) {
    checkCancelled();
    const hit = fetchHit(searcher, hits[place] as ShardHit);
    encoded[place] = hitJson(hit, parts, { request, shard });
  }
  return packHits(encoded);
}

/** Only then the query has to be bound again. */
function showsPartsOfQuery({ request }: PreparedSearch): boolean {
  const queries = [request.query, request.postFilter];
  return queries.some((query) => hasNamedQuery(query) || hasInnerHits(query));
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
