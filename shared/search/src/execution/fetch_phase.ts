/** The fetch phase of one shard: the hits that made it into the answer, read and encoded. */
import { type JsonBuffer, withJsonBuffer } from '@skein/content';
import { giveBackMemory, takeMemory, takenMemory } from '@skein/search_library';
import type { FetchContext, FetchHit } from '../fetch/fetch_part.js';
import { fetchHit, writeHit } from '../fetch/hit.js';
import type { ShardHit } from '../shard_hit.js';
import type { ShardFetchRequest, ShardFetchResult } from '../shard_messages.js';
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
  const { plan, asked } = fetch;
  // Only then the query has to be bound again.
  if (plan.needs.named || plan.needs.innerHits) prepared.query();
  return withJsonBuffer((buffer) => {
    const ends = writeHits(fetch.hits, prepared, buffer);
    if (startMs !== undefined) {
      phases?.fetch(
        searchedPhase({ request: plan.request, asked }, undefined, clock.monotonicMs() - startMs),
      );
    }
    return { bytes: buffer.finish(), ends, profile: prepared.profiler?.fetch.profile() };
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
  return areInDocumentOrder(hits)
    ? writeInOrder(hits, prepared, buffer)
    : withJsonBuffer((encoded) => writeReordered(hits, prepared, { encoded, buffer }));
}

function writeInOrder(
  hits: readonly ShardHit[],
  prepared: PreparedSearch,
  buffer: JsonBuffer,
): readonly number[] {
  const context = { request: prepared.request, shard: prepared.shard };
  const ends: number[] = [];
  for (const hit of hits) {
    if (ends.length > 0) buffer.text(',');
    writeCounted(hit, { prepared, context, copies: 1 }, buffer);
    ends.push(buffer.length);
  }
  return ends;
}

/** Encoded in the order of documents first. */
function writeReordered(
  hits: readonly ShardHit[],
  prepared: PreparedSearch,
  { encoded, buffer }: { readonly encoded: JsonBuffer; readonly buffer: JsonBuffer },
): readonly number[] {
  const writing = {
    prepared,
    context: { request: prepared.request, shard: prepared.shard },
    copies: 2,
  };
  const starts = new Uint32Array(2 * hits.length);
  for (const place of placesByDocument(hits)) {
    starts[2 * place] = encoded.length;
    writeCounted(hits[place] as ShardHit, writing, encoded);
    starts[2 * place + 1] = encoded.length;
  }
  const { bytes } = encoded;
  const ends: number[] = [];
  for (let i = 0; i < starts.length; i += 2) {
    if (i > 0) buffer.text(',');
    buffer.range(bytes, starts[i] as number, starts[i + 1] as number);
    ends.push(buffer.length);
  }
  return ends;
}

interface Writing {
  readonly prepared: PreparedSearch;
  readonly context: FetchContext;
  /** How often an encoded hit is there. */
  readonly copies: number;
}

/** What the encoded hits are called when they are too many. */
const HITS = '<hits>';

function writeCounted(hit: ShardHit, writing: Writing, to: JsonBuffer): void {
  const { prepared, context, copies } = writing;
  prepared.interruption.check();
  const start = to.length;
  const taken = takenMemory();
  const parts = prepared.parts();
  const { profiler, searcher } = prepared;
  const read = (): FetchHit => fetchHit(searcher, hit);
  const shown = profiler === undefined ? read() : profiler.fetch.load(read);
  writeHit({ hit: shown, parts, context }, to);
  // What the work itself took: one hit's inner hits are gone before the next one's come.
  giveBackMemory(taken);
  takeMemory(copies * (to.length - start), HITS);
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
  const places: number[] = [];
  for (let i = 0; i < hits.length; i++) places.push(i);
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
