/**
 * Parses `fields`, `docvalue_fields` (names or `{field, format}`), `stored_fields` and
 * `indices_boost`.
 */

import { isJsonArray, isJsonObject, type JsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanOf,
  floatOf,
  isScalar,
  textOf,
  textOrNull,
  textsOf,
  tokenName,
} from '../queries/options.js';
import { type BodyLocator, nowhere } from './body_location.js';
import { type FieldReaders, into, objectAt, readFields } from './object_fields.js';
import type { FieldAndFormat, IndexBoost } from './search_request.js';

export function parseFieldsAndFormats(
  json: JsonArray,
  locate: BodyLocator = nowhere,
): readonly FieldAndFormat[] {
  return json.map((entry) => fieldAndFormat(entry, { locate, takesUnmapped: false }));
}

/** `fields`, whose entries may include unmapped fields. */
export function parseShownFields(
  json: JsonArray,
  locate: BodyLocator = nowhere,
): readonly FieldAndFormat[] {
  return json.map((entry) => fieldAndFormat(entry, { locate, takesUnmapped: true }));
}

interface Draft {
  field: string | undefined;
  format: string | undefined;
  includeUnmapped: boolean;
}

function fieldAndFormat(
  json: JsonValue,
  { locate, takesUnmapped }: { readonly locate: BodyLocator; readonly takesUnmapped: boolean },
): FieldAndFormat {
  if (isScalar(json)) return { field: textOf(json), format: undefined };
  const reading = { name: 'docvalues_field', locate };
  const entry = objectAt({ entry: json }, 'entry', reading);
  const draft: Draft = { field: undefined, format: undefined, includeUnmapped: false };
  const unmapped: FieldReaders = {
    include_unmapped: into(draft, 'includeUnmapped', 'boolean', booleanOf),
  };
  const readers: FieldReaders = {
    field: into(draft, 'field', 'string', textOf),
    format: into(draft, 'format', 'string_or_null', textOrNull),
    ...(takesUnmapped ? unmapped : {}),
  };
  readFields(entry, readers, reading);
  const { field, format, includeUnmapped } = draft;
  if (field === undefined) throw new ApiError('illegal_argument_exception', 'Required [field]');
  return { field, format, ...(includeUnmapped ? { includeUnmapped } : {}) };
}

export function parseStoredFields(
  json: JsonValue,
  locate: BodyLocator = nowhere,
): readonly string[] {
  const names = storedNames(json, locate);
  if (names.length > 1 && names.includes('_none_')) {
    throw new ApiError('illegal_argument_exception', 'cannot combine _none_ with other fields');
  }
  return names;
}

function storedNames(json: JsonValue, locate: BodyLocator): readonly string[] {
  if (isJsonArray(json)) return textsOf(json, locate);
  if (typeof json === 'string') return [json];
  const reason = `Expected [VALUE_STRING] or [START_ARRAY] in [stored_fields] but found [${tokenName(json)}]`;
  throw new ApiError('parsing_exception', reason);
}

/** The limit of entries: each is resolved against the names of the cluster. */
const MAX_BOOSTS = 10_000;

/** Parses `[{"logs-*": 2}, …]`, or the older `{"logs": 2, …}`. */
export function parseIndicesBoost(json: JsonValue): readonly IndexBoost[] {
  if (isJsonObject(json)) {
    const names = Object.keys(json);
    checkBoosts(names.length);
    return names.map((name) => boostOfName([name, json[name]]));
  }
  if (!isJsonArray(json)) return [];
  checkBoosts(json.length);
  return json.map(boostOfEntry);
}

function checkBoosts(count: number): void {
  if (count <= MAX_BOOSTS) return;
  const reason = `[indices_boost] has [${count}] names, more than the [${MAX_BOOSTS}] allowed`;
  throw new ApiError('illegal_argument_exception', reason);
}

function boostOfName([index, boost = null]: [string, JsonValue | undefined]): IndexBoost {
  if (isScalar(boost)) return { index, boost: floatOf(boost) };
  const reason = `Unknown key for a ${tokenName(boost)} in [${index}].`;
  throw new ApiError('parsing_exception', reason);
}

function boostOfEntry(entry: JsonValue): IndexBoost {
  // The parser has no field name inside a list.
  if (!isJsonObject(entry)) throw unexpected('START_OBJECT', 'null', tokenName(entry));
  const [[index, boost = null] = [], ...more] = Object.entries(entry);
  if (index === undefined) throw unexpected('FIELD_NAME', 'indices_boost', 'END_OBJECT');
  if (typeof boost !== 'number' && typeof boost !== 'bigint') {
    throw unexpected('VALUE_NUMBER', 'indices_boost', tokenName(boost));
  }
  if (more.length > 0) throw unexpected('END_OBJECT', 'indices_boost', 'FIELD_NAME');
  return { index, boost: floatOf(boost) };
}

function unexpected(wanted: string, where: string, found: string): ApiError {
  const reason = `Expected [${wanted}] in [${where}] but found [${found}]`;
  return new ApiError('parsing_exception', reason);
}
