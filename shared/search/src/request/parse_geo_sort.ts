/**
 * `_geo_distance`: `{"_geo_distance": {"location": point or points, "order": …, "unit": …, "mode":
 * …, "distance_type": …}}`.
 */

import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { type GeoValue, metersPerUnit, parseGeoValue } from '@skein/mapping';
import { tokenName } from '@skein/reading';
import type { SortMode } from '@skein/search_library';
import { validationOf } from '../geo/geo_field.js';
import type { GeoValidation } from '../geo/geo_validation.js';
import { distanceType } from '../queries/geo_distance.js';
import { booleanOf, isScalar, textOf } from '../queries/options.js';
import { placedError } from '../queries/query_parse_context.js';
import { NestedOptions } from './parse_nested_sort.js';
import type { GeoSort } from './search_request.js';
import type { SortReading } from './sort_reading.js';

export const GEO_DISTANCE_FIELD = '_geo_distance';

const MODES: readonly SortMode[] = ['min', 'max', 'avg', 'median'];

export function parseGeoSort(options: JsonObject, reading: SortReading): GeoSort {
  const nested = new NestedOptions(reading);
  let field: string | undefined;
  const points: GeoValue[] = [];
  let unit = 'm';
  let plane = false;
  let ignoreUnmapped = false;
  let mode: SortMode | undefined;
  let descending = false;
  let validation: GeoValidation = 'strict';
  const setField = (name: string, isList: boolean): void => {
    if (!isList && field !== undefined && field !== name) {
      throw misplaced(`Trying to reset fieldName to [${name}], already set to [${field}].`);
    }
    field = name;
  };
  const misplaced = (reason: string) =>
    placedError('parsing_exception', reason, { locate, at: options });
  const { locate } = reading;
  const readers: Readonly<Record<string, (json: JsonValue) => void>> = {
    order: (json) => {
      descending = isDescending(json);
    },
    unit: (json) => {
      unit = textOf(json);
    },
    distance_type: (json) => {
      plane = distanceType(json) === 'plane';
    },
    validation_method: (json) => {
      validation = validationOf(json);
    },
    mode: (json) => {
      mode = modeOf(json);
    },
    nested_path: nested.path,
    ignore_unmapped: (json) => {
      ignoreUnmapped = booleanOf(json);
    },
  };
  for (const [key, json = null] of Object.entries(options)) {
    if (json === null) continue;
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (key === 'nested_filter' && isJsonObject(json)) nested.filter(json);
    else if (key === 'nested' && isJsonObject(json)) nested.nested(json);
    else if (read && isScalar(json)) read(json);
    else if (isJsonObject(json) || isJsonArray(json) || typeof json === 'string') {
      setField(key, isJsonArray(json));
      for (const point of pointsOf(json)) points.push(parseGeoValue(point));
    } else if (field === undefined) {
      throw new ApiError('null_pointer_exception', NO_FIELD);
    } else if (field === key) {
      throw misplaced(`Only geohashes of type string supported for field [${key}]`);
    } else throw misplaced(`[${GEO_DISTANCE_FIELD}] does not support [${key}]`);
  }
  if (field === undefined || points.length === 0) {
    throw illegalArgument('Geo distance sorting needs at least one point.');
  }
  return {
    field,
    origins: points,
    validation,
    metersPerUnit: metersPerUnit(unit),
    plane,
    ignoreUnmapped,
    mode,
    descending,
    nested: nested.sort,
  };
}

/** The points of a list, in which two numbers in a row are a longitude and a latitude. */
function pointsOf(json: JsonValue): readonly JsonValue[] {
  if (!isJsonArray(json)) return [json];
  const points: JsonValue[] = [];
  for (let i = 0; i < json.length; i++) {
    const first = json[i] ?? null;
    points.push(isNumber(first) ? [first, latitudeAt(json, ++i)] : first);
  }
  return points;
}

function isNumber(json: JsonValue): boolean {
  return typeof json === 'number' || typeof json === 'bigint';
}

function latitudeAt(list: JsonArray, i: number): JsonValue {
  const latitude = list[i];
  if (latitude !== undefined && isNumber(latitude)) return latitude;
  const found = latitude === undefined ? 'END_ARRAY' : tokenName(latitude);
  const reason = `geo point parsing: expected second number but got [${found}] instead`;
  throw new ApiError('parse_exception', reason);
}

/** OpenSearch fails with this text of the Java VM if the field is not known yet. */
const NO_FIELD = 'Cannot invoke "String.equals(Object)" because "fieldName" is null';

function isDescending(json: JsonValue): boolean {
  const order = textOf(json).toLowerCase();
  if (order === 'asc' || order === 'desc') return order === 'desc';
  throw illegalArgument(
    `No enum constant org.opensearch.search.sort.SortOrder.${order.toUpperCase()}`,
  );
}

function modeOf(json: JsonValue): SortMode {
  const mode = textOf(json).toLowerCase();
  const known = MODES.find((each) => each === mode);
  if (known !== undefined) return known;
  if (mode === 'sum')
    throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  throw illegalArgument(`Unknown SortMode [${textOf(json)}]`);
}
