/** Puts what queries take from other documents into them, before the shards see them: those of the request, and the filters of aliases. */
import { isJsonObject, type JsonObject } from '@skein/content';
import { mapQueries, queriesOf, type SearchRequest } from '@skein/search';
import { type FillQuery, unchanged } from './fill_query.js';
import { resolveIndexedShapes } from './indexed_shapes.js';
import { resolveLikeDocuments } from './like_documents.js';
import { resolvePercolatedDocuments } from './percolated_documents.js';
import type { LookupSource } from './read_source.js';
import type { ShardToAsk } from './search_targets.js';
import { resolveTermsLookups } from './terms_lookup.js';

export interface Asked {
  readonly request: SearchRequest;
  readonly shards: readonly ShardToAsk[];
}

/** `searched`: the names of the indices. */
export async function resolveDocuments(
  { request, shards }: Asked,
  source: LookupSource,
  searched: readonly string[],
): Promise<Asked> {
  const filters = new Set(shards.map(({ aliasFilter }) => aliasFilter));
  const queries = [...queriesOf(request), ...filters].filter((query) => query !== undefined);
  const fills = await fillsOf(queries, source, searched);
  if (fills.every((fill) => fill === unchanged)) return { request, shards };
  const filled = new Map<JsonObject, JsonObject>();
  for (const query of queries) filled.set(query, apply(fills, query));
  const of = (query: JsonObject): JsonObject => filled.get(query) ?? query;
  return {
    request: mapQueries(request, of),
    shards: shards.map((shard) =>
      shard.aliasFilter ? { ...shard, aliasFilter: of(shard.aliasFilter) } : shard,
    ),
  };
}

async function fillsOf(
  queries: readonly JsonObject[],
  source: LookupSource,
  searched: readonly string[],
): Promise<readonly FillQuery[]> {
  return [
    await resolveTermsLookups(queries, source),
    await resolvePercolatedDocuments(queries, source),
    await resolveIndexedShapes(queries, source),
    await resolveLikeDocuments(queries, source, searched),
  ];
}

function apply(fills: readonly FillQuery[], query: JsonObject): JsonObject {
  return fills.reduce<JsonObject>((filled, fill) => {
    const next = fill(filled);
    return isJsonObject(next) ? next : filled;
  }, query);
}
