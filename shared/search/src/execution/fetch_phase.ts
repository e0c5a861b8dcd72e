/** The fetch phase of one shard: the hits that made it into the answer, read and encoded. */
import { type JsonBuffer, type JsonObject, withJsonBuffer } from '@skein/content';
import { giveBackMemory, takeMemory, takenMemory } from '@skein/search_library';
import { fetchHit, writeHit } from '../fetch/hit.js';
import { hasNamedQuery } from '../fetch/matched_queries.js';
import { hasInnerHits } from '../inner_hits/inner_hits_definition.js';
import { countPercolates } from '../percolator/percolated_documents.js';
import type { ShardFetchRequest, ShardFetchResult, ShardHit } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { type PreparedSearch, prepareSearch } from './prepared_search.js';
import { searchedPhase } from './searched_phase.js';

export function executeFetchPhase(
  fetch: ShardFetchRequest,
  environment: ExecutionEnvironment,
): ShardFetchResult {
  const { phases, clock } = environment;
  const startMs = phases && clock.monotonicMs();
  const prepared = prepareSearch(fetch, environment);
  if (showsPartsOfQuery(prepared)) prepared.query();
  return withJsonBuffer((buffer) => {
    const ends = writeHits(fetch.hits, prepared, buffer);
    if (startMs !== undefined) {
      phases?.fetch(searchedPhase(fetch, undefined, clock.monotonicMs() - startMs));
    }
    return { bytes: buffer.finish(), ends };
  });
}

/**
 * The hits with commas between them; where each of them ends. They are read and encoded in the order of documents, and put in their own.
 * Named queries and inner hits must be known to `prepared.shard` already.
 */
export function writeHits(
  hits: readonly ShardHit[],
  prepared: PreparedSearch,
  buffer: JsonBuffer,
): readonly number[] {
  const { request, shard, searcher, interruption } = prepared;
  const parts = prepared.parts();
  const context = { request, shard };
  const inOrder = areInDocumentOrder(hits);
  const write = (hit: ShardHit, to: JsonBuffer): void => {
    interruption.check();
    const start = to.length;
    const taken = takenMemory();
    writeHit({ hit: fetchHit(searcher, hit), parts, context }, to);
    // What the work itself took: one hit's inner hits are gone before the next one's come.
    giveBackMemory(taken);
    takeMemory((inOrder ? 1 : 2) * (to.length - start), HITS);
  };
  if (inOrder) return writeEach(hits, write, buffer);
  return withJsonBuffer((encoded) => {
    const starts = new Uint32Array(hits.length);
    const ends = new Uint32Array(hits.length);
    for (const place of placesByDocument(hits)) {
      starts[place] = encoded.length;
      write(hits[place] as ShardHit, encoded);
      ends[place] = encoded.length;
    }
    const { bytes } = encoded;
    return writeEach(
      Array.from(hits.keys()),
      (place) => buffer.range(bytes, starts[place] as number, ends[place] as number),
      buffer,
    );
  });
}

/** What the encoded hits are called when they are too many. They are there twice where they are put in another order. */
const HITS = '<hits>';

/** With commas between; where each of them ends. */
function writeEach<T>(
  items: readonly T[],
  write: (item: T, buffer: JsonBuffer) => void,
  buffer: JsonBuffer,
): readonly number[] {
  const ends: number[] = [];
  for (let i = 0; i < items.length; i++) {
    if (i > 0) buffer.text(',');
    write(items[i] as T, buffer);
    ends.push(buffer.length);
  }
  return ends;
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

/** Pages are short: most are put in order by hand. */
const SHORT_PAGE = 64;

/** Documents that lie together are read together: each block of stored fields once. */
function placesByDocument(hits: readonly ShardHit[]): readonly number[] {
  const docAt = (place: number): number => (hits[place] as ShardHit).doc;
  const places = Array.from(hits.keys());
  if (places.length > SHORT_PAGE) return places.sort((a, b) => docAt(a) - docAt(b));
  for (let i = 1; i < places.length; i++) {
    const place = places[i] as number;
    let at = i;
    for (; at > 0 && docAt(places[at - 1] as number) > docAt(place); at--) {
      places[at] = places[at - 1] as number;
    }
    places[at] = place;
  }
  return places;
}
