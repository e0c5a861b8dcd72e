/**
 * Converts the response of a page of groups to documents. Runs in a search thread, since a page may
 * be large.
 */
import { HASH, hashBytes } from '@skein/bytes';
import {
  encodeJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { bare } from './bare.js';
import { outputOf, rectangle } from './output_values.js';
import { AGGREGATION, groupsOf, LATEST } from './page_request.js';
import type { AfterKey, Group, Transform } from './transform.js';

export interface TransformPage {
  readonly documents: readonly TransformedDocument[];
  /** The number of source documents in the groups. */
  readonly read: number;
  /** Absent if it was the last page. */
  readonly after: AfterKey | undefined;
}

export interface TransformedDocument {
  /** The id is derived from the group: a group that is written again replaces its document. */
  readonly id: string;
  readonly source: Uint8Array;
}

export interface PageReading {
  readonly transform: Transform;
  /** Groups whose keys are dates, according to their field's type. */
  readonly dateGroups: readonly string[];
  /** The response of the search. */
  readonly answer: Uint8Array;
  /** The groups to convert; all if absent. Other groups in the response may be incomplete. */
  readonly wanted?: readonly AfterKey[] | undefined;
}

export function readPage({ transform, dateGroups, answer, wanted }: PageReading): TransformPage {
  const { buckets: found, after } = groupsIn(answer);
  const buckets = wanted === undefined ? found : ofGroups(found, { transform, wanted });
  const dates = new Set(dateGroups);
  return {
    documents: buckets.map((bucket) => documentOf(transform, bucket, dates)),
    read: buckets.reduce((sum, { doc_count: count }) => sum + Number(count), 0),
    after,
  };
}

function ofGroups(
  buckets: readonly JsonObject[],
  { transform, wanted }: { readonly transform: Transform; readonly wanted: readonly AfterKey[] },
): readonly JsonObject[] {
  const groups = groupsOf(transform);
  const valuesOf = (key: AfterKey) => stringifyJson(groups.map(({ name }) => key[name] ?? null));
  const texts = new Set(wanted.map(valuesOf));
  return buckets.filter(({ key }) => isJsonObject(key) && texts.has(valuesOf(key)));
}

/** The keys of a page of changed groups. */
export function readKeys(answer: Uint8Array): {
  readonly keys: readonly AfterKey[];
  readonly after: AfterKey | undefined;
} {
  const { buckets, after } = groupsIn(answer);
  return {
    keys: buckets.map(({ key }) => key).filter(isJsonObject),
    after,
  };
}

function groupsIn(answer: Uint8Array): {
  readonly buckets: readonly JsonObject[];
  readonly after: AfterKey | undefined;
} {
  const json = parseJson(answer);
  const { aggregations, _shards: shards, timed_out: timedOut } = isJsonObject(json) ? json : {};
  const failed = isJsonObject(shards) ? Number(shards.failed) : 0;
  if (failed > 0 || timedOut === true) {
    throw new ApiError(
      'illegal_state_exception',
      `[${failed}] shards failed: an incomplete page is not written`,
    );
  }
  const found = isJsonObject(aggregations) ? aggregations[AGGREGATION] : undefined;
  const { buckets, after_key: after } = isJsonObject(found) ? found : {};
  return {
    buckets: isJsonArray(buckets) ? buckets.filter(isJsonObject) : [],
    after: isJsonObject(after) ? after : undefined,
  };
}

function documentOf(
  transform: Transform,
  bucket: JsonObject,
  dates: ReadonlySet<string>,
): TransformedDocument {
  const groups = groupsOf(transform);
  const key = isJsonObject(bucket.key) ? bucket.key : {};
  const id = idOf(groups.map(({ name }) => key[name] ?? null));
  const { shape } = transform;
  if (shape.kind === 'latest') return { id, source: latestSource(bucket) };
  const members: (readonly [string, JsonValue])[] = groups.map((group) => {
    const value = key[group.name] ?? null;
    return [group.name, shownKey(group, value, { transform, isDate: dates.has(group.name) })];
  });
  members.push(
    ...Object.entries(outputOf(shape.aggregations, bucket)).map(
      ([name, value]) => [name, value ?? null] as const,
    ),
  );
  return { id, source: encodeJson(nested(members)) };
}

/** The default format of date fields, which has every instant that such a field may hold. */
const DATE_FORMAT = 'strict_date_optional_time';

interface KeyView {
  readonly transform: Transform;
  readonly isDate: boolean;
}

function shownKey({ type }: Group, value: JsonValue, { transform, isDate }: KeyView): JsonValue {
  if (type === 'geotile_grid' && typeof value === 'string') return tileShape(value);
  if (isDate && typeof value === 'number' && !transform.settings.datesAsEpochMillis) {
    return parseDateFormat(DATE_FORMAT).format(value);
  }
  return value;
}

function latestSource(bucket: JsonObject): Uint8Array {
  const top = bucket[LATEST];
  const outer = isJsonObject(top) && isJsonObject(top.hits) ? top.hits.hits : undefined;
  const [hit] = isJsonArray(outer) ? outer : [];
  const source = isJsonObject(hit) ? hit._source : undefined;
  return encodeJson(isJsonObject(source) ? source : {});
}

/** Names with dots become nested objects. */
function nested(members: readonly (readonly [string, JsonValue])[]): JsonObject {
  const root = bare<JsonValue>();
  for (const [name, value] of members) {
    const path = name.split('.');
    const last = path.pop() ?? name;
    let inside = root;
    for (const part of path) {
      // No name is both a value and the start of a path, so what is here was made here.
      const next = (inside[part] as Record<string, JsonValue> | undefined) ?? bare<JsonValue>();
      inside[part] = next;
      inside = next;
    }
    inside[last] = value;
  }
  return root;
}

/** A hash of 128 bits over the values in order, as URL-safe letters and digits. */
function idOf(values: readonly JsonValue[]): string {
  const bytes = encodeJson(values);
  hashBytes(bytes);
  const words = [...HASH].map((word) => word.toString(36).padStart(7, '0'));
  return words.join('');
}

/** Converts `zoom/x/y` to the rectangle of the tile. */
function tileShape(key: string): JsonObject {
  const [zoom = 0, x = 0, y = 0] = key.split('/').map(Number);
  const tiles = 2 ** zoom;
  const longitude = (column: number) => (column / tiles) * 360 - 180;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI;
  return rectangle({
    west: longitude(x),
    east: longitude(x + 1),
    north: latitude(y),
    south: latitude(y + 1),
  });
}
