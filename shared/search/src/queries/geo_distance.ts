/** `geo_distance`: points within a distance of another point. */
import {
  doubleText,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkPoint, type GeoValue, metersPerUnit, parseGeoValue } from '@skein/mapping';
import { circleArea, geoAreaQuery, geoShapeQuery } from '@skein/search_library';
import { distanceMeters } from '../geo/distance_unit.js';
import {
  checkCoordinates,
  coercedPoint,
  defaultGeoOptions,
  type GeoOptions,
  geoOptionReaders,
  MAX_LATITUDE,
  MAX_LONGITUDE,
  onGeoPoint,
} from '../geo/geo_field.js';
import { OF_GEO, readOptions } from './header.js';
import { doubleOf, textOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import { LEAF, MODERATE, type QueryType } from './query_type.js';

interface Params {
  readonly field: string;
  readonly center: GeoValue;
  readonly radius: number;
  readonly geo: GeoOptions;
}

export const geo_distance: QueryType<Params> = {
  name: 'geo_distance',
  parse(body, context) {
    const geo = defaultGeoOptions();
    const place = new GivenPoint(context);
    let distance: JsonValue = null;
    let unit = 'm';
    const readers = {
      ...geoOptionReaders(geo),
      distance: (json: JsonValue) => {
        distance = json;
      },
      unit: (json: JsonValue) => {
        unit = textOf(json);
        metersPerUnit(unit);
      },
      distance_type: (json: JsonValue) => void distanceType(json),
    };
    const options: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      const isOption = Object.hasOwn(readers, key) || key === 'boost' || key === '_name';
      if (isJsonObject(json) || isJsonArray(json)) place.whole(key, json);
      else if (isOption) options[key] = json;
      else if (json !== null) place.part(key, json);
    }
    const header = readOptions(
      { query: 'geo_distance', options, context, manners: OF_GEO },
      readers,
    );
    if (distance === null) {
      throw parsingError(context, "geo_distance requires 'distance' to be specified", body);
    }
    const { field, center } = place.found();
    const radius = distanceMeters(distance, unit);
    if (radius <= 0) {
      throw new ApiError('illegal_argument_exception', 'distance must be greater than zero');
    }
    return { ...header, params: { field, center, radius, geo } };
  },
  ...LEAF,
  needs: () => MODERATE,
  bind: ({ field, center, radius, geo }, shard) =>
    onGeoPoint(
      { ...geo, name: field },
      shard,
      (mapped) => {
        const circle = validCircle(center, radius, geo);
        return geoAreaQuery(mapped.spec.name, circleArea(circle, circle.radiusMeters));
      },
      (mapped) =>
        geoShapeQuery(mapped.spec.name, 'intersects', {
          points: [],
          lines: [],
          polygons: [],
          boxes: [],
          circles: [validCircle(center, radius, geo)],
        }),
    ),
};

interface Circle extends GeoValue {
  readonly radiusMeters: number;
}

/**
 * A center beyond the poles or the date line is no center of a circle, whatever
 * `validation_method` says, unless it was coerced.
 */
function validCircle(center: GeoValue, radiusMeters: number, geo: GeoOptions): Circle {
  const found = validCenter(center, geo);
  checkPoint(found);
  if (Number.isFinite(radiusMeters)) return { ...found, radiusMeters };
  throw new ApiError(
    'illegal_argument_exception',
    `radiusMeters: '${doubleText(radiusMeters)}' is invalid`,
  );
}

function validCenter(center: GeoValue, geo: GeoOptions): GeoValue {
  checkCoordinates(
    'geo_distance',
    [
      { name: 'center point latitude', degrees: center.lat, limit: MAX_LATITUDE },
      { name: 'center point longitude', degrees: center.lon, limit: MAX_LONGITUDE },
    ],
    geo,
  );
  return coercedPoint(center, geo);
}

/** `arc` and `plane` make a difference to sorts only; areas are always computed on the sphere. */
export function distanceType(json: JsonValue): 'arc' | 'plane' {
  const type = textOf(json).toLowerCase();
  if (type === 'arc' || type === 'plane') return type;
  throw new ApiError('illegal_argument_exception', `No geo distance for [${textOf(json)}]`);
}

/** The point as `{"location": …}`, or as separate coordinates: `location.lat`, `location.lon`. */
class GivenPoint {
  readonly #context: QueryParseContext;
  #field: string | undefined;
  #lat = Number.NaN;
  #lon = Number.NaN;

  constructor(context: QueryParseContext) {
    this.#context = context;
  }

  /** Reads an array, or an object of coordinates. */
  whole(field: string, json: JsonObject | JsonArray): void {
    if (isJsonArray(json)) this.#set(parseGeoValue(json));
    else {
      if (this.#field !== undefined) {
        const reason = `[geo_distance] query doesn't support multiple fields, found [${this.#field}] and [${field}]`;
        throw parsingError(this.#context, reason);
      }
      this.#coordinates(field, json);
    }
    this.#field = field;
  }

  /** Reads text, or a separate coordinate. */
  part(key: string, json: JsonValue): void {
    if (key.endsWith('.lat')) {
      this.#lat = doubleOf(json);
      this.#field = key.slice(0, -'.lat'.length);
    } else if (key.endsWith('.lon')) {
      this.#lon = doubleOf(json);
      this.#field = key.slice(0, -'.lon'.length);
    } else if (this.#field !== undefined) {
      const reason = `failed to parse [geo_distance] query. unexpected field [${key}]`;
      throw parsingError(this.#context, reason);
    } else {
      this.#set(parseGeoValue(textOf(json)));
      this.#field = key;
    }
  }

  found(): { readonly field: string; readonly center: GeoValue } {
    const field = this.#field;
    if (field !== undefined && field !== '') {
      return { field, center: { lat: this.#lat, lon: this.#lon } };
    }
    throw new ApiError('illegal_argument_exception', 'fieldName must not be null or empty');
  }

  #coordinates(field: string, json: JsonObject): void {
    for (const [name, value = null] of scalarsOf(json)) {
      if (value === null) continue;
      if (name === 'lat') this.#lat = doubleOf(value);
      else if (name === 'lon') this.#lon = doubleOf(value);
      else if (name === 'geohash') this.#set(parseGeoValue(textOf(value)));
      else {
        const reason = `[geo_distance] query does not support [${field}]`;
        throw parsingError(this.#context, reason, json);
      }
    }
  }

  #set({ lat, lon }: GeoValue): void {
    this.#lat = lat;
    this.#lon = lon;
  }
}

/** OpenSearch's parser ignores the brackets of lists: the last number in a list counts. */
function scalarsOf(json: JsonObject): readonly (readonly [name: string, value: JsonValue])[] {
  return Object.entries(json).flatMap(([name, value = null]) =>
    isJsonArray(value)
      ? value.flatMap((each) => scalarsOf({ [name]: each }))
      : [[name, value] as const],
  );
}
