/** `_geo_distance`: `{"_geo_distance": {"location": point or points, "order": …, "unit": …, "mode": …, "distance_type": …}}`. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type GeoValue, parseGeoValue } from '@skein/mapping';
import { metersPerUnit } from '../geo/distance_unit.js';
import { type GeoValidation, validationOf, validPoint } from '../geo/geo_field.js';
import { distanceType } from '../queries/geo_distance.js';
import { booleanOf, textOf } from '../queries/options.js';
import { parseNestedSort } from './parse_nested_sort.js';
import type { NestedSort } from './search_request.js';
import type { SortReading } from './sort_reading.js';

export interface GeoSort {
  readonly field: string;
  readonly origins: readonly GeoValue[];
  readonly metersPerUnit: number;
  readonly plane: boolean;
  readonly ignoreUnmapped: boolean;
  readonly mode: string | undefined;
  readonly descending: boolean;
  readonly nested: NestedSort | undefined;
}

export const GEO_DISTANCE_FIELD = '_geo_distance';

const MODES: ReadonlySet<string> = new Set(['min', 'max', 'avg', 'median']);

export function parseGeoSort(options: JsonObject, reading: SortReading): GeoSort {
  let nested: NestedSort | undefined;
  let field: string | undefined;
  let points: JsonValue = null;
  let unit = 'm';
  let plane = false;
  let ignoreUnmapped = false;
  let mode: string | undefined;
  let descending = false;
  let validation: GeoValidation = 'strict';
  for (const [key, json = null] of Object.entries(options)) {
    if (key === 'order') descending = isDescending(json);
    else if (key === 'unit') unit = textOf(json);
    else if (key === 'distance_type') plane = distanceType(json) === 'plane';
    else if (key === 'mode') mode = modeOf(json);
    else if (key === 'ignore_unmapped') ignoreUnmapped = booleanOf(json);
    else if (key === 'validation_method') validation = validationOf(json);
    else if (key === 'nested') nested = parseNestedSort(json, reading);
    else if (key === 'nested_path' || key === 'nested_filter') {
      throw refused(`sort option [${key}] is not supported yet`);
    } else {
      if (field !== undefined && field !== key) {
        throw refused(`Trying to reset fieldName to [${key}], already set to [${field}].`);
      }
      field = key;
      points = json;
    }
  }
  if (field === undefined) throw refused('no field given for [_geo_distance] sort');
  const origins = pointsOf(points).map((point) =>
    validPoint(parseGeoValue(point, true), { validation, ignoreUnmapped }),
  );
  if (origins.length === 0) {
    throw new ApiError(
      'parse_exception',
      'must provide at least one point for [_geo_distance] sort',
    );
  }
  return {
    field,
    origins,
    metersPerUnit: metersPerUnit(unit),
    plane,
    ignoreUnmapped,
    mode,
    descending,
    nested,
  };
}

/** One point, or a list of them. */
function pointsOf(json: JsonValue): readonly JsonValue[] {
  if (json === null) return [];
  const isList = isJsonArray(json) && typeof json[0] !== 'number';
  return isList && !isJsonObject(json) ? json : [json];
}

function isDescending(json: JsonValue): boolean {
  const order = textOf(json).toLowerCase();
  if (order === 'asc' || order === 'desc') return order === 'desc';
  throw refused(`No enum constant org.opensearch.search.sort.SortOrder.${order.toUpperCase()}`);
}

function modeOf(json: JsonValue): string {
  const mode = textOf(json).toLowerCase();
  if (MODES.has(mode)) return mode;
  if (mode === 'sum') throw refused("sort_mode [sum] isn't supported for sorting by geo distance");
  throw refused(`Unknown SortMode [${textOf(json)}]`);
}

function refused(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
