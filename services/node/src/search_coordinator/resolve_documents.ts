/**
 * Inserts documents that queries refer to, before the shards get the queries: those of the request,
 * and the filters of aliases.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  fillQuery,
  mapQueries,
  type NeededDocument,
  needsOf,
  type QueryNode,
  queriesOf,
  type SearchRequest,
} from '@skein/search';
import { addressKey, type DocumentAddress, type LookupSource, readSource } from './read_source.js';
import type { ShardToAsk } from './search_targets.js';

export interface Asked {
  readonly request: SearchRequest;
  readonly shards: readonly ShardToAsk[];
}

/** Reads each document once. `searched`: the names of the searched indices. */
export async function resolveDocuments(
  { request, shards }: Asked,
  source: LookupSource,
  searched: readonly string[],
): Promise<Asked> {
  const filters = new Set(shards.flatMap(({ aliasFilter }) => aliasFilter ?? []));
  const { documents } = needsOf([...queriesOf(request), ...filters]);
  if (documents.length === 0) return { request, shards };
  const found = new Map<string, JsonValue>();
  for (const document of documents) {
    const address = addressOf(document, searched);
    const key = addressKey(address);
    if (!found.has(key)) found.set(key, await read(document, address, source));
  }
  const fill = (query: QueryNode) =>
    fillQuery(query, (document) => found.get(addressKey(addressOf(document, searched))) ?? null);
  const filled = new Map([...filters].map((filter) => [filter, fill(filter)]));
  return {
    request: mapQueries(request, fill),
    shards: shards.map((shard) => {
      const aliasFilter = shard.aliasFilter && filled.get(shard.aliasFilter);
      return aliasFilter ? { ...shard, aliasFilter } : shard;
    }),
  };
}

/** A document without an index belongs to the searched index. */
function addressOf(
  { query, index, id, routing, version }: NeededDocument,
  searched: readonly string[],
): DocumentAddress {
  if (index !== undefined) return { index, id, routing, version };
  const [only] = searched;
  if (only !== undefined && searched.length === 1) return { index: only, id, routing, version };
  throw new ApiError(
    'illegal_argument_exception',
    `${query} over more than one index requires the [_index] of the documents to be like`,
  );
}

const MISSING: ReadonlySet<string> = new Set([
  'index_not_found_exception',
  'version_conflict_engine_exception',
]);

async function read(
  { mayBeMissing }: NeededDocument,
  address: DocumentAddress,
  source: LookupSource,
): Promise<JsonValue> {
  try {
    return await readSource(address, source);
  } catch (thrown) {
    if (mayBeMissing && thrown instanceof ApiError && MISSING.has(thrown.type)) return null;
    throw thrown;
  }
}
