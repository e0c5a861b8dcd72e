/** The fetch phase of one shard: reads and encodes the hits of the result page. */
import { expectDefined } from '@skein/base';
import { type JsonBuffer, withJsonBuffer } from '@skein/content';
import { giveBackMemory, takeMemory, takenMemory } from '@skein/search_library';
import { withDocumentMemory } from '../fetch/document_memory.js';
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
  // The query must be bound again only for named queries and inner hits.
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
 * Writes the hits, separated by commas, and returns the end offset of each. Hits are read and
 * encoded in document order, then output in their own order. Named queries and inner hits must
 * already be known to `prepared.shard`.
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

/** Encodes the hits in document order first. */
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
    const hit = expectDefined(hits[place], 'the places are those of the hits');
    writeCounted(hit, writing, encoded);
    starts[2 * place + 1] = encoded.length;
  }
  const { bytes } = encoded;
  const ends: number[] = [];
  for (let i = 0; i < starts.length; i += 2) {
    if (i > 0) buffer.text(',');
    buffer.range(bytes, starts[i] ?? 0, starts[i + 1] ?? 0);
    ends.push(buffer.length);
  }
  return ends;
}

interface Writing {
  readonly prepared: PreparedSearch;
  readonly context: FetchContext;
  /** The number of copies of an encoded hit. */
  readonly copies: number;
}

/** The name of the encoded hits in memory-limit errors. */
const HITS = '<hits>';

function writeCounted(hit: ShardHit, writing: Writing, to: JsonBuffer): void {
  const { prepared, context, copies } = writing;
  prepared.interruption.check();
  const start = to.length;
  const taken = takenMemory();
  const parts = prepared.parts();
  const { profiler, searcher } = prepared;
  withDocumentMemory((own) => {
    const read = (): FetchHit => fetchHit(searcher, hit, own);
    const shown = profiler === undefined ? read() : profiler.fetch.load(read);
    writeHit({ hit: shown, parts, context }, to);
  });
  // Only the hit itself stays charged: inner hits of one hit are released before the next hit is
  // read.
  giveBackMemory(taken);
  takeMemory(copies * (to.length - start), HITS);
}

/** True for scrolls and exports in particular: their hits need no reordering. */
function areInDocumentOrder(hits: readonly ShardHit[]): boolean {
  let before = 0;
  for (const { doc } of hits) {
    if (doc < before) return false;
    before = doc;
  }
  return true;
}

/** Short pages, which are the rule, are sorted by insertion sort. */
const SHORT_PAGE = 64;

/**
 * Orders the hits so that neighbouring documents are read together and each block of stored fields
 * is decompressed once.
 */
function placesByDocument(hits: readonly ShardHit[]): readonly number[] {
  const docAt = (place: number): number => hits[place]?.doc ?? 0;
  const places: number[] = [];
  for (let i = 0; i < hits.length; i++) places.push(i);
  if (places.length > SHORT_PAGE) return places.sort((a, b) => docAt(a) - docAt(b));
  for (let i = 1; i < places.length; i++) {
    let at = i;
    for (; at > 0; at--) {
      const before = places[at - 1] ?? 0;
      if (docAt(before) <= docAt(i)) break;
      places[at] = before;
    }
    places[at] = i;
  }
  return places;
}
