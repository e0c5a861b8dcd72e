/** Fetches the documents of terms lookups and puts their values into the query. Each document is read once. */
import type { JsonObject, JsonValue } from '@skein/content';
import {
  findTermsLookups,
  lookupValues,
  replaceTermsLookups,
  type TermsLookup,
} from '@skein/search';
import { type FillQuery, unchanged } from './fill_query.js';
import { addressKey, type LookupSource, readSource } from './read_source.js';

export async function resolveTermsLookups(
  queries: readonly JsonObject[],
  source: LookupSource,
): Promise<FillQuery> {
  const lookups = queries.flatMap(findTermsLookups);
  if (lookups.length === 0) return unchanged;
  const found = new Map<string, JsonValue>();
  for (const lookup of lookups) {
    const key = addressKey(lookup);
    if (!found.has(key)) found.set(key, await readSource(lookup, source));
  }
  const valuesOf = (lookup: TermsLookup) =>
    lookupValues(found.get(addressKey(lookup)) ?? null, lookup.path);
  return (query) => replaceTermsLookups(query, valuesOf);
}
