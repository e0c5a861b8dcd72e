/** `geo_polygon`: points inside a polygon. */

import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type GeoValue, parseGeoValue } from '@skein/mapping';
import { geoAreaQuery, polygonArea } from '@skein/search_library';
import {
  coercedPoint,
  defaultGeoOptions,
  failure,
  type GeoOptions,
  geoOptionReaders,
  illegalCoordinate,
  onGeoPoint,
} from '../geo/geo_field.js';
import { readOptions } from './header.js';
import { tokenName } from './options.js';
import { parsingError } from './query_parse_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';

interface Params {
  readonly field: string;
  readonly outline: readonly GeoValue[];
  readonly geo: GeoOptions;
}

export const geo_polygon: QueryType<Params> = {
  name: 'geo_polygon',
  parse(body, context) {
    let field: string | undefined;
    let points: readonly JsonValue[] = [];
    const rest: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      if (!isJsonObject(json)) {
        rest[key] = json;
        continue;
      }
      field = key;
      for (const [inner, value = null] of Object.entries(json)) {
        if (!isJsonArray(value)) {
          const token = `token type [${tokenName(value)}] under [${inner}]`;
          throw parsingError(context, `[geo_polygon] query does not support ${token}`, json);
        }
        if (inner !== 'points') {
          throw parsingError(context, `[geo_polygon] query does not support [${inner}]`, json);
        }
        points = value;
      }
    }
    const geo = defaultGeoOptions();
    const header = readOptions(
      { query: 'geo_polygon', options: rest, context },
      geoOptionReaders(geo),
    );
    if (field === '')
      throw new ApiError('illegal_argument_exception', 'fieldName must not be null');
    if (field !== undefined && points.length === 0) {
      throw new ApiError('illegal_argument_exception', 'polygon must not be null or empty');
    }
    if (field === undefined) {
      throw parsingError(context, 'no points defined for geo_polygon query', body);
    }
    const outline = points.map((point) => parseGeoValue(point));
    const [first] = outline;
    const last = outline.at(-1);
    const corners = first?.lat === last?.lat && first?.lon === last?.lon ? 4 : 3;
    if (outline.length < corners) {
      const reason = 'too few points defined for geo_polygon query';
      throw new ApiError('illegal_argument_exception', reason);
    }
    return { ...header, params: { field, outline, geo } };
  },
  ...LEAF,
  needs: () => HEAVY,
  bind: ({ field, outline, geo }, shard) =>
    onGeoPoint({ ...geo, name: field }, shard, (mapped) => {
      const valid = outline.map((point) => validCorner(point, geo));
      return geoAreaQuery(mapped.spec.name, polygonArea({ outline: valid, holes: [] }));
    }),
};

function validCorner(point: GeoValue, geo: GeoOptions): GeoValue {
  const fault = geo.validation === 'strict' ? illegalCoordinate(point) : undefined;
  if (fault !== undefined) throw failure(`${fault} for [geo_polygon]`);
  return coercedPoint(point, geo);
}
