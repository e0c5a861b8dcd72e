/**
 * `include_unmapped` of `fields`, as in Elasticsearch: leaves of the document that have no mapping,
 * unchanged.
 */
import { simpleMatch } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import type { SearchMapping } from '../execution/search_mapping.js';

export interface UnmappedFields {
  readonly patterns: readonly string[];
  readonly mapping: SearchMapping;
  readonly into: Map<string, JsonValue[]>;
}

export function addUnmappedFields(source: JsonObject, fields: UnmappedFields): void {
  const found = new Map<string, JsonValue[]>();
  collect(source, '', { ...fields, into: found });
  for (const [path, values] of found) fields.into.set(path, values);
}

function collect(object: JsonObject, prefix: string, fields: UnmappedFields): void {
  for (const [name, value = null] of Object.entries(object)) {
    collectValue(value, prefix + name, fields);
  }
}

function collectValue(value: JsonValue, path: string, fields: UnmappedFields): void {
  if (isJsonArray(value)) {
    for (const item of value) collectValue(item, path, fields);
  } else if (isJsonObject(value)) {
    // Leaves inside a field that accepts objects belong to that field.
    if (fields.mapping.field(path) === undefined) collect(value, `${path}.`, fields);
  } else if (value !== null && isWanted(path, fields)) {
    const values = fields.into.get(path) ?? [];
    fields.into.set(path, values);
    values.push(value);
  }
}

function isWanted(path: string, { patterns, mapping }: UnmappedFields): boolean {
  return (
    patterns.some((pattern) => simpleMatch(pattern, path)) && mapping.field(path) === undefined
  );
}
