/** The fetch phase of one shard: the hits that made it into the answer, read and encoded. */

import { JsonBuffer, type JsonObject } from '@skein/content';
import { giveBackMemory, takeMemory, takenMemory } from '@skein/search_library';
import { fetchHit, writeHit } from '../fetch/hit.js';
import { hitParts } from '../fetch/hit_parts.js';
import { hasNamedQuery } from '../fetch/matched_queries.js';
import { hasInnerHits } from '../inner_hits/inner_hits_definition.js';
import { countPercolates } from '../percolator/percolated_documents.js';
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
  return withScratch((buffer) => {
    const ends = writeHits(hits, prepared, buffer);
    return { bytes: buffer.finish(), ends };
  });
}

/** The hits with commas between them; where each of them ends. They are read and encoded in the order of documents, and put in their own. */
export function writeHits(
  hits: readonly ShardHit[],
  prepared: PreparedSearch,
  buffer: JsonBuffer,
): readonly number[] {
  const { request, shard, searcher, checkCancelled } = prepared;
  const parts = hitParts({ ...prepared, innerHits: shard.innerHits });
  const context = { request, shard };
  if (areInDocumentOrder(hits)) {
    return hits.map((shardHit, place) => {
      checkCancelled();
      const start = buffer.length;
      if (place > 0) buffer.text(',');
      counted(() => writeHit({ hit: fetchHit(searcher, shardHit), parts, context }, buffer));
      takeMemory(buffer.length - start, HITS);
      return buffer.length;
    });
  }
  const starts = new Uint32Array(hits.length);
  const ends = new Uint32Array(hits.length);
  return withScratch((encoded) => {
    for (const place of placesByDocument(hits)) {
      checkCancelled();
      const hit = fetchHit(searcher, hits[place] as ShardHit);
      starts[place] = encoded.length;
      counted(() => writeHit({ hit, parts, context }, encoded));
      ends[place] = encoded.length;
      // Once as they were read and once more in their order.
      takeMemory(2 * (encoded.length - (starts[place] ?? 0)), HITS);
    }
    const { bytes } = encoded;
    return hits.map((_, place) => {
      if (place > 0) buffer.text(',');
      buffer.raw(bytes.subarray(starts[place], ends[place]));
      return buffer.length;
    });
  });
}

/** What the encoded hits are called when they are too many. */
const HITS = '<hits>';

/** What the work itself took is given back when it is done: one hit's inner hits are gone before the next one's come. */
function counted(work: () => void): void {
  const before = takenMemory();
  work();
  giveBackMemory(before);
}

/** Of this thread, for the next page; one inside a page (inner hits) has another. */
const scratches: JsonBuffer[] = [];
/** A larger one is not kept. */
const MAX_SCRATCH_BYTES = 256 * 1024;

/** A buffer grown by the pages before: making one anew is most of what a small page takes from the C heap. */
function withScratch<T>(work: (scratch: JsonBuffer) => T): T {
  const scratch = scratches.pop() ?? new JsonBuffer();
  try {
    return work(scratch);
  } finally {
    scratch.clear();
    if (scratch.capacity <= MAX_SCRATCH_BYTES) scratches.push(scratch);
  }
}

/** Only then the query has to be bound again. */
function showsPartsOfQuery({ request }: PreparedSearch): boolean {
  const queries = [request.query, request.postFilter];
  return queries.some(
    (query) => hasNamedQuery(query) || hasInnerHits(query) || hasPercolate(query),
  );
}

function hasPercolate(query: JsonObject | undefined): boolean {
  return query !== undefined && countPercolates(query) > 0;
}

/** As scrolls and exports come: nothing has to be put in another order. */
function areInDocumentOrder(hits: readonly ShardHit[]): boolean {
  for (let i = 1; i < hits.length; i++) {
    if ((hits[i - 1] as ShardHit).doc > (hits[i] as ShardHit).doc) return false;
  }
  return true;
}

/** Documents that lie together are read together: each block of stored fields once. */
function placesByDocument(hits: readonly ShardHit[]): readonly number[] {
  const docAt = (place: number) => hits[place]?.doc ?? 0;
  return hits.map((_, place) => place).sort((a, b) => docAt(a) - docAt(b));
}
