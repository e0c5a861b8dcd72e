/**
 * Terms lookups inside a query: `{"terms": {"user": {"index": "groups", "id": "7", "path": "members"}}}`. The coordinating node finds
 * them, fetches the documents and puts their values in place before the shards see the query.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { sourceValues } from '../fetch/source_values.js';
import { isScalar, textOf } from './options.js';

export interface TermsLookup {
  readonly index: string;
  readonly id: string;
  readonly path: string;
  readonly routing: string | undefined;
}

/** All lookups of a query whose form has been checked. */
export function findTermsLookups(query: JsonValue): readonly TermsLookup[] {
  if (isJsonArray(query)) return query.flatMap(findTermsLookups);
  if (!isJsonObject(query)) return [];
  return Object.entries(query).flatMap(([key, value = null]) => {
    if (key !== 'terms' || !isJsonObject(value)) return findTermsLookups(value);
    return Object.values(value).flatMap((spec) => lookupOf(spec) ?? []);
  });
}

/** The query with every lookup replaced by the values found for it. */
export function replaceTermsLookups(
  query: JsonValue,
  valuesOf: (lookup: TermsLookup) => readonly JsonValue[],
): JsonValue {
  if (isJsonArray(query)) return query.map((each) => replaceTermsLookups(each, valuesOf));
  if (!isJsonObject(query)) return query;
  const entries = Object.entries(query).map(([key, value = null]) => {
    if (key !== 'terms' || !isJsonObject(value)) return [key, replaceTermsLookups(value, valuesOf)];
    return [key, replaceInTerms(value, valuesOf)];
  });
  return Object.fromEntries(entries);
}

function replaceInTerms(
  terms: JsonObject,
  valuesOf: (lookup: TermsLookup) => readonly JsonValue[],
): JsonObject {
  const entries = Object.entries(terms).map(([field, spec]) => {
    const lookup = lookupOf(spec);
    return [field, lookup ? valuesOf(lookup) : spec];
  });
  return Object.fromEntries(entries);
}

function lookupOf(spec: JsonValue | undefined): TermsLookup | undefined {
  if (!isJsonObject(spec)) return undefined;
  const { index, id, path, routing } = spec;
  if (!isScalar(index) || !isScalar(id) || !isScalar(path)) return undefined;
  return {
    index: textOf(index),
    id: textOf(id),
    path: textOf(path),
    routing: isScalar(routing) ? textOf(routing) : undefined,
  };
}

/** The values a fetched document has at a lookup's path. */
export function lookupValues(source: JsonValue, path: string): readonly JsonValue[] {
  return sourceValues(source, path).filter((value) => isScalar(value));
}
