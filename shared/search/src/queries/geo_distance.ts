/** `geo_distance`: points within a distance of another. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseGeoValue } from '@skein/mapping';
import { circleArea, geoAreaQuery, geoShapeQuery } from '@skein/search_library';
import { distanceMeters, metersPerUnit } from '../geo/distance_unit.js';
import { defaultGeoOptions, geoOptionReaders, onGeoPoint, validPoint } from '../geo/geo_field.js';
import { readOptions } from './header.js';
import { textOf } from './options.js';
import type { QueryType } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';

const OPTIONS: ReadonlySet<string> = new Set([
  'distance',
  'unit',
  'distance_type',
  'validation_method',
  'ignore_unmapped',
  'boost',
  '_name',
]);

export const geo_distance: QueryType = {
  name: 'geo_distance',
  parse(body, context) {
    const { field, value } = splitPoint(body, context);
    const options = Object.fromEntries(Object.entries(body).filter(([key]) => OPTIONS.has(key)));
    const geo = defaultGeoOptions();
    let distance: JsonValue = null;
    let unit = 'm';
    const header = readOptions(
      { query: 'geo_distance', options, context },
      {
        ...geoOptionReaders(geo),
        distance: (json) => {
          distance = json;
        },
        unit: (json) => {
          unit = textOf(json);
          metersPerUnit(unit);
        },
        distance_type: (json) => void distanceType(json),
      },
    );
    if (distance === null) {
      throw parsingError(context, "geo_distance requires 'distance' to be specified", body);
    }
    const radius = distanceMeters(distance, unit);
    if (radius <= 0) {
      throw new ApiError('illegal_argument_exception', 'distance must be greater than zero');
    }
    const center = parseGeoValue(value, true);
    return {
      ...header,
      toQuery: (shard) =>
        onGeoPoint(
          { ...geo, name: field },
          shard,
          (mapped) => geoAreaQuery(mapped.spec.name, circleArea(validPoint(center, geo), radius)),
          (mapped) =>
            geoShapeQuery(mapped.spec.name, 'intersects', {
              points: [],
              lines: [],
              polygons: [],
              boxes: [],
              circles: [{ ...validPoint(center, geo), radiusMeters: radius }],
            }),
        ),
    };
  },
};

/** `arc` and `plane` are told apart when sorting; areas are always on the sphere. */
export function distanceType(json: JsonValue): 'arc' | 'plane' {
  const type = textOf(json).toLowerCase();
  if (type === 'arc' || type === 'plane') return type;
  throw new ApiError('illegal_argument_exception', `No geo distance for [${textOf(json)}]`);
}

/** `{"location": …}`, or its coordinates apart: `location.lat`, `location.lon`, `location.geohash`. */
function splitPoint(body: JsonObject, context: QueryParseContext) {
  const parts: Record<string, JsonValue> = {};
  let field: string | undefined;
  let whole: JsonValue = null;
  for (const [key, value = null] of Object.entries(body)) {
    if (OPTIONS.has(key)) continue;
    const [, name, part] = /^(.+)\.(lat|lon|geohash)$/.exec(key) ?? [];
    if (name !== undefined && part !== undefined && typeof value !== 'object') {
      field = name;
      parts[part] = value;
    } else {
      if (field !== undefined) {
        const reason = `[geo_distance] query doesn't support multiple fields, found [${field}] and [${key}]`;
        throw parsingError(context, reason, body);
      }
      field = key;
      whole = value;
    }
  }
  if (field === undefined) {
    throw new ApiError('illegal_argument_exception', 'fieldName must not be null or empty');
  }
  return { field, value: whole ?? parts };
}
