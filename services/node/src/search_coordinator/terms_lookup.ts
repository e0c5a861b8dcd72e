/** Fetches the documents of terms lookups and puts their values into the query. Each document is read once. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import {
  findTermsLookups,
  lookupValues,
  replaceTermsLookups,
  type SearchRequest,
  type TermsLookup,
} from '@skein/search';
import { addressKey, type LookupSource, readSource } from './read_source.js';

export async function resolveTermsLookups(
  request: SearchRequest,
  source: LookupSource,
): Promise<SearchRequest> {
  const { query, postFilter } = request;
  const lookups = [query, postFilter].flatMap((each) => (each ? findTermsLookups(each) : []));
  if (lookups.length === 0) return request;
  const found = new Map<string, JsonValue>();
  for (const lookup of lookups) {
    const key = addressKey(lookup);
    if (!found.has(key)) found.set(key, await readSource(lookup, source));
  }
  const replace = (json: JsonObject | undefined) =>
    json && objectOf(replaceTermsLookups(json, valuesOf));
  const valuesOf = (lookup: TermsLookup) =>
    lookupValues(found.get(addressKey(lookup)) ?? null, lookup.path);
  return { ...request, query: replace(query), postFilter: replace(postFilter) };
}

function objectOf(json: JsonValue): JsonObject | undefined {
  return isJsonObject(json) ? json : undefined;
}
