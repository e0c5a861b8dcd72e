/**
 * `sort` in all its forms: `"field"`, `["a", {"b": "desc"}]`, `{"b": {"order": "desc", "missing":
 * "_first"}}`, `b:desc` in a URL.
 */

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { NUMERIC_TYPES } from '@skein/mapping';
import type { Draft } from '../queries/into_draft.js';
import { textOf } from '../queries/options.js';
import { type FieldReaders, into, objectAt, readFields } from './object_fields.js';
import { GEO_DISTANCE_FIELD, parseGeoSort } from './parse_geo_sort.js';
import { NestedOptions } from './parse_nested_sort.js';
import { parseScriptSort, SCRIPT_FIELD } from './parse_script_sort.js';
import type { SortSpec } from './search_request.js';
import type { SortReading } from './sort_reading.js';

export const SCORE_FIELD = '_score';
export const DOC_FIELD = '_doc';
/**
 * A total order of documents: the position of the document's shard in a point in time, then its
 * number.
 */
export const SHARD_DOC_FIELD = '_shard_doc';

/** The limit of sort keys: each is read for every document and kept for every hit. */
const MAX_SORTS = 10_000;

export function parseSort(json: JsonValue, reading: SortReading): readonly SortSpec[] {
  checkKeyCount(isJsonArray(json) ? json : [json]);
  if (isJsonArray(json)) {
    return json.flatMap((entry) => {
      if (typeof entry === 'string') return [defaultSort(entry)];
      if (isJsonObject(entry)) return sortsOf(entry, reading);
      throw illegalArgument(
        'malformed sort format, within the sort array, an object, or an actual string are allowed',
      );
    });
  }
  if (isJsonObject(json)) return sortsOf(json, reading);
  if (typeof json === 'string') return [defaultSort(json)];
  throw illegalArgument(
    'malformed sort format, either start with array, object, or an actual string',
  );
}

/** Checks the number of sort keys; an entry that is an object has one for each member. */
function checkKeyCount(entries: readonly JsonValue[]): void {
  let count = 0;
  for (const entry of entries) count += isJsonObject(entry) ? Object.keys(entry).length : 1;
  if (count <= MAX_SORTS) return;
  throw illegalArgument(`[sort] has [${count}] keys, more than the [${MAX_SORTS}] allowed`);
}

export function withoutPointInTime(): string {
  return `[${SHARD_DOC_FIELD}] sort field cannot be used without [point in time]`;
}

/**
 * Parses `field`, `field:asc` and `field:desc` of the `sort` URL parameter; an entry with any other
 * direction is ignored.
 */
export function parseUrlSort(entries: readonly string[]): readonly SortSpec[] {
  return entries.flatMap((entry) => {
    const colon = entry.lastIndexOf(':');
    if (colon < 0) return [defaultSort(entry)];
    const [field, direction] = [entry.slice(0, colon), entry.slice(colon + 1)];
    if (direction !== 'asc' && direction !== 'desc') return [];
    return [{ ...defaultSort(field), reverse: isReverse(field, direction) }];
  });
}

function defaultSort(field: string): SortSpec {
  return {
    field,
    reverse: false,
    mode: undefined,
    missing: undefined,
    unmappedType: undefined,
    numericType: undefined,
    format: undefined,
  };
}

/** The natural order of scores is descending: `reverse` means against the natural order. */
function isReverse(field: string, direction: string): boolean {
  return field === SCORE_FIELD ? direction === 'asc' : direction === 'desc';
}

function sortsOf(json: JsonObject, reading: SortReading): SortSpec[] {
  return Object.entries(json).map(([field, value = null]) => {
    const base = defaultSort(field);
    if (typeof value === 'string') return { ...base, reverse: isReverse(field, orderOf(value)) };
    if (field === GEO_DISTANCE_FIELD && isJsonArray(value) && value.length === 0) {
      parseGeoSort({}, reading);
    }
    const options = (name: string) => objectAt(json, field, { name, locate: reading.locate });
    if (field === GEO_DISTANCE_FIELD && isJsonObject(value)) {
      const geo = parseGeoSort(value, reading);
      return { ...base, reverse: geo.descending, geo, nested: geo.nested };
    }
    if (field === SCRIPT_FIELD) {
      const script = parseScriptSort(options(SCRIPT_FIELD), reading);
      return { ...base, reverse: script.descending, script, nested: script.nested };
    }
    if (field === SCORE_FIELD) return readScoreSort(base, options(SCORE_FIELD), reading);
    return readFieldSort(base, options('field_sort'), reading);
  });
}

function orderOf(value: JsonValue): 'asc' | 'desc' {
  const order = textOf(value).toLowerCase();
  if (order === 'asc' || order === 'desc') return order;
  throw illegalArgument(
    `No enum constant org.opensearch.search.sort.SortOrder.${textOf(value).toUpperCase()}`,
  );
}

const MODES: ReadonlySet<string> = new Set(['min', 'max', 'sum', 'avg', 'median']);

function readScoreSort(base: SortSpec, options: JsonObject, { locate }: SortReading): SortSpec {
  let { reverse } = base;
  const order = (json: JsonValue) => {
    reverse = isReverse(SCORE_FIELD, orderOf(json));
  };
  readFields(options, { order: ['string', order] }, { name: SCORE_FIELD, locate });
  return { ...base, reverse };
}

function readFieldSort(base: SortSpec, options: JsonObject, reading: SortReading): SortSpec {
  const spec: Draft<SortSpec> = { ...base };
  const nested = new NestedOptions(reading);
  const readers: FieldReaders = {
    missing: into(spec, 'missing', 'value', (json) => json),
    nested_path: ['string', nested.path],
    unmapped_type: into(spec, 'unmappedType', 'string', textOf),
    order: into(spec, 'reverse', 'string', (json) => isReverse(spec.field, orderOf(json))),
    mode: into(spec, 'mode', 'string', modeOf),
    nested_filter: ['object', nested.filter],
    nested: ['object', nested.nested],
    numeric_type: into(spec, 'numericType', 'string', (json) => numericTypeOf(textOf(json))),
    format: into(spec, 'format', 'string', textOf),
  };
  readFields(options, readers, { name: 'field_sort', locate: reading.locate });
  const { sort } = nested;
  return sort === undefined ? spec : { ...spec, nested: sort };
}

function numericTypeOf(text: string): string {
  const type = text.toLowerCase();
  if (NUMERIC_TYPES.has(type)) return type;
  const allowed = `[${[...NUMERIC_TYPES.keys()].join(', ')}]`;
  throw illegalArgument(`invalid value for [numeric_type], must be ${allowed}, got ${text}`);
}

function modeOf(value: JsonValue): string {
  const mode = textOf(value).toLowerCase();
  if (MODES.has(mode)) return mode;
  throw illegalArgument(`Unknown SortMode [${textOf(value)}]`);
}

/** True if the sort is by score alone, which is the default: no sort values are shown. */
export function isScoreOnly(sort: readonly SortSpec[]): boolean {
  const [first] = sort;
  return sort.length === 1 && first?.field === SCORE_FIELD && !first.reverse;
}
