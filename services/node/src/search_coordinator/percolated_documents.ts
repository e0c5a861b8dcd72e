/** Fetches the documents that `percolate` queries name. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  findPercolatedDocuments,
  type PercolatedDocument,
  placePercolatedDocuments,
} from '@skein/search';
import { type FillQuery, unchanged } from './fill_query.js';
import { addressKey, type LookupSource, readSource } from './read_source.js';

export async function resolvePercolatedDocuments(
  queries: readonly JsonObject[],
  source: LookupSource,
): Promise<FillQuery> {
  const named = queries.flatMap(findPercolatedDocuments);
  if (named.length === 0) return unchanged;
  const found = new Map<string, JsonValue>();
  for (const document of named) found.set(keyOf(document), await documentOf(document, source));
  return (query) => placePercolatedDocuments(query, (named) => found.get(keyOf(named)) ?? null);
}

function keyOf(document: PercolatedDocument): string {
  return `${addressKey(document)}\n${document.version}`;
}

async function documentOf(document: PercolatedDocument, source: LookupSource): Promise<JsonValue> {
  const found = await readSource(document, source);
  if (found !== null) return found;
  const { index, id } = document;
  throw new ApiError(
    'resource_not_found_exception',
    `indexed document [${index}/${id}] couldn't be found`,
  );
}
