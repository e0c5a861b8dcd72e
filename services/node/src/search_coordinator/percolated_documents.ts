/** Fetches the documents that `percolate` queries name. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  findPercolatedDocuments,
  type PercolatedDocument,
  placePercolatedDocuments,
  type SearchRequest,
} from '@skein/search';
import { addressKey, type LookupSource, readSource } from './read_source.js';

export async function resolvePercolatedDocuments(
  request: SearchRequest,
  source: LookupSource,
): Promise<SearchRequest> {
  const { query, postFilter } = request;
  const named = [query, postFilter].flatMap((each) => (each ? findPercolatedDocuments(each) : []));
  if (named.length === 0) return request;
  const found = new Map<string, JsonValue>();
  for (const document of named) found.set(keyOf(document), await documentOf(document, source));
  const place = (json: JsonObject | undefined) => {
    const placed =
      json && placePercolatedDocuments(json, (document) => found.get(keyOf(document)) ?? null);
    return isJsonObject(placed) ? placed : undefined;
  };
  return { ...request, query: place(query), postFilter: place(postFilter) };
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
