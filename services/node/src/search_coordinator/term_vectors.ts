/**
 * `_termvectors`: the document is read from its shard, and its terms are analyzed in a search
 * thread with that shard's statistics.
 */

import { utf8 } from '@skein/bytes';
import { type JsonObject, RawJson, stringifyJson } from '@skein/content';
import { asApiError } from '@skein/errors';
import { versionTypeOf } from '@skein/ingest/calls';
import type { ShardTermVectorsRequest, TermVectorsRequest } from '@skein/search';
import type { GetRequest, GetResult } from '@skein/shard';
import { readPlace } from '../document_router/mod.js';
import { preferenceOfRead, readFromCopies } from '../shard_router/mod.js';
import type { SearchOptions } from './contract.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { readableTargets } from './search_targets.js';
import { placedInIndex } from './shard_failures.js';
import { callShard, currentShards } from './shard_source.js';

/** The name must be that of one existing index. */
const ONE_INDEX = { ignoreUnavailable: false, allowNoIndices: false, expandWildcards: ['none'] };

interface DocumentChoice {
  readonly realtime: boolean;
  readonly preference: string | undefined;
}

interface Situation {
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}

export async function termVectors(
  request: TermVectorsRequest,
  { realtime, preference }: DocumentChoice,
  { options, parts }: Situation,
): Promise<JsonObject> {
  const { clock } = parts;
  const startMs = clock.monotonicMs();
  const place = placeOf(request, { options, parts });
  const took = () => ({ took: Math.round(clock.monotonicMs() - startMs) });
  const { id, doc } = request;
  const head: JsonObject = { _index: place.index.name, ...(id === undefined ? {} : { _id: id }) };
  let source = doc && utf8(stringifyJson(doc));
  let version = 0;
  let document: ShardTermVectorsRequest['document'];
  if (source === undefined) {
    const found = await readDocument(request, { realtime, preference }, { place, options, parts });
    if (!found.found) return { ...head, _version: 0, found: false, ...took() };
    version = found.version;
    source = found.source ?? utf8('{}');
    document = { id: found.id, seqNo: found.seqNo };
  }
  const body: JsonObject = { ...head, _version: version, found: true };
  try {
    const { nowMs } = options;
    const state = parts.masterService.state();
    const shards = currentShards(parts.shardRouter, { state, preference, options });
    const asked = { source, isArtificial: doc !== undefined, document, options: request, nowMs };
    const call = { shard: place, kind: 'term_vectors', request: asked } as const;
    const { vectors } = await callShard(shards, call, options.signal);
    return { ...body, ...took(), term_vectors: new RawJson(vectors) };
  } catch (thrown) {
    const { index, shardId } = place;
    throw placedInIndex(asApiError(thrown), { index, shardId, aliasFilter: undefined });
  }
}

type Place = ReturnType<typeof readPlace>;

/**
 * The shard of the document. An artificial document has no id: its routing names the shard whose
 * statistics are used; without routing they are those of the first shard.
 */
export function placeOf(
  { index, id, routing }: Pick<TermVectorsRequest, 'index' | 'id' | 'routing'>,
  { options, parts }: Situation,
): Place {
  const state = parts.masterService.state();
  const asked = {
    target: { indices: [index], ...ONE_INDEX },
    routing: undefined,
    preference: undefined,
  };
  readableTargets(state, asked, { ...options, security: parts.security });
  const place = readPlace(state, { index, id: id ?? '', routing }, options.nowMs);
  return id === undefined && place.routing === undefined ? { ...place, shardId: 0 } : place;
}

function readDocument(
  { id = '', version, versionType }: TermVectorsRequest,
  { realtime, preference }: DocumentChoice,
  { place, options, parts }: Situation & { readonly place: Place },
): GetResult | Promise<GetResult> {
  const { masterService, shardRouter } = parts;
  const get: GetRequest = {
    id,
    routing: place.routing,
    realtime,
    refresh: false,
    version,
    versionType: versionTypeOf(versionType ?? 'internal'),
    source: { enabled: true, includes: [], excludes: [] },
    storedFields: [],
  };
  const state = masterService.state();
  const copies = shardRouter.copies(
    state,
    place,
    preferenceOfRead(state, place.index, { realtime, preference }),
  );
  return readFromCopies(copies, options, (copy) =>
    shardRouter.read(copy, options).getInEngine(get),
  );
}
