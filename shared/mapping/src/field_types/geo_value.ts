/**
 * All notations of a point in documents: `{"lat", "lon"}`, `"lat,lon"`, a geohash, `POINT (lon
 * lat)`, GeoJSON, `[lon, lat]`. Coordinates are quantized to the 32-bit grid of Lucene's encoding,
 * so that results agree to the last digit.
 */
import {
  doubleText,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { pointOfWkt } from '../geo_shape/wkt_point.js';
import { parseJavaDouble } from './java_number.js';

export interface GeoValue {
  readonly lat: number;
  readonly lon: number;
}

/**
 * One point; for arrays of points call it for each. Requests must not give a third coordinate;
 * mappings say whether documents may.
 */
export function parseGeoValue(value: JsonValue, ignoreZ = false): GeoValue {
  if (typeof value === 'string') return fromText(value, ignoreZ);
  if (isJsonArray(value)) return fromArray(value, ignoreZ);
  if (isJsonObject(value)) return fromObject(value, ignoreZ);
  throw failure('geo_point expected');
}

/** True if a JSON array is one `[lon, lat]` rather than a list of points. */
export function isCoordinatePair(value: JsonArray): boolean {
  return typeof value[0] === 'number';
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}

function fromText(text: string, ignoreZ: boolean): GeoValue {
  const trimmed = text.trim();
  if (trimmed.toLowerCase().includes('point')) return pointOfWkt(trimmed, ignoreZ);
  if (!trimmed.includes(',')) return fromGeohash(trimmed);
  const parts = trimmed.split(',');
  if (parts.length > 3) {
    throw failure(
      `failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`,
    );
  }
  if (parts.length === 3) checkZ(coordinate(parts[2] ?? '', 'z'), ignoreZ);
  return {
    lat: coordinate(parts[0] ?? '', 'latitude'),
    lon: coordinate(parts[1] ?? '', 'longitude'),
  };
}

function coordinate(text: string, called: string): number {
  try {
    return parseJavaDouble(text.trim());
  } catch {
    throw failure(`${called} must be a number`);
  }
}

function checkZ(z: number, ignoreZ: boolean): void {
  if (ignoreZ) return;
  throw failure(
    `Exception parsing coordinates: found Z value [${doubleText(z)}] but [ignore_z_value] parameter is [false]`,
  );
}

function fromArray(value: JsonArray, ignoreZ: boolean): GeoValue {
  if (!value.every((part) => typeof part === 'number' || typeof part === 'bigint')) {
    throw failure('numeric value expected');
  }
  const [lon, lat, z] = value.map(Number);
  if (z !== undefined) checkZ(z, ignoreZ);
  if (value.length > 3) {
    throw failure('[geo_point] field type does not accept more than 3 values');
  }
  if (lon === undefined || lat === undefined) {
    throw failure('[geo_point] field type should have at least two dimensions');
  }
  return { lat, lon };
}

const WRONG_FIELDS = 'field must be either [lon|lat], [type|coordinates], or [geohash]';

/** The first member determines the notation. */
function fromObject(value: JsonObject, ignoreZ: boolean): GeoValue {
  const [first] = Object.keys(value);
  switch (first) {
    case undefined:
      throw failure('token [END_OBJECT] not allowed');
    case 'lat':
    case 'lon':
      return fromCoordinates(value);
    case 'geohash':
      return fromHashField(value);
    case 'type':
    case 'coordinates':
      return fromGeoJson(value, ignoreZ);
    default:
      throw failure(WRONG_FIELDS);
  }
}

function fromCoordinates(value: JsonObject): GeoValue {
  const found = new Map<string, number>();
  const entries = Object.entries(value);
  for (const [key, json = null] of entries.slice(0, 2)) {
    if (key !== 'lat' && key !== 'lon') throw failure(WRONG_FIELDS);
    found.set(key, coordinateField(key, json));
  }
  const [lat, lon] = [found.get('lat'), found.get('lon')];
  if (lon === undefined) throw failure('field [lon] missing');
  if (lat === undefined) throw failure('field [lat] missing');
  if (entries.length > 2) throw failure(WRONG_FIELDS);
  return { lat, lon };
}

function coordinateField(name: string, json: JsonValue): number {
  if (typeof json === 'number') return json;
  if (typeof json === 'bigint') return Number(json);
  if (typeof json !== 'string') throw failure(`${name} must be a number`);
  try {
    return parseJavaDouble(json);
  } catch {
    throw failure('[lon] and [lat] must be valid double values');
  }
}

function fromHashField({ geohash, ...others }: JsonObject): GeoValue {
  if (typeof geohash !== 'string') throw failure('geohash must be a string');
  const point = fromGeohash(geohash);
  if (Object.keys(others).length > 0) throw failure(WRONG_FIELDS);
  return point;
}

function fromGeoJson(value: JsonObject, ignoreZ: boolean): GeoValue {
  let point: GeoValue | undefined;
  let isTyped = false;
  const entries = Object.entries(value);
  for (const [key, json = null] of entries.slice(0, 2)) {
    if (key === 'type') {
      if (typeof json !== 'string') throw failure('type must be a string');
      if (json.toLowerCase() !== 'point') throw failure('type must be Point');
      isTyped = true;
    } else if (key === 'coordinates') {
      if (!isJsonArray(json)) throw failure('coordinates must be an array');
      point = fromArray(json, ignoreZ);
    } else throw failure(WRONG_FIELDS);
  }
  if (!isTyped) throw failure('field [type] missing');
  if (!point) throw failure('field [coordinates] missing');
  if (entries.length > 2) throw failure(WRONG_FIELDS);
  return point;
}

export const GEOHASH_ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The bottom left corner of a geohash's cell, as in OpenSearch. */
function fromGeohash(hash: string): GeoValue {
  return geohashCell(hash).low;
}

interface GeoCell {
  readonly low: GeoValue;
  readonly high: GeoValue;
}

/** Symbols of a geohash that are read; OpenSearch ignores what follows them, whatever it is. */
const GEOHASH_SYMBOLS = 12;

/** Two opposite corners of a geohash's cell. */
export function geohashCell(hash: string): GeoCell {
  if (hash === '') throw failure('unsupported symbol [] in geohash []');
  let even = true;
  const low = { lat: -90, lon: -180 };
  const high = { lat: 90, lon: 180 };
  for (const symbol of hash.slice(0, GEOHASH_SYMBOLS)) {
    const digit = GEOHASH_ALPHABET.indexOf(symbol);
    if (digit < 0) throw failure(`unsupported symbol [${symbol}] in geohash [${hash}]`);
    for (let bit = 4; bit >= 0; bit--) {
      const axis = even ? 'lon' : 'lat';
      const middle = (low[axis] + high[axis]) / 2;
      if ((digit >> bit) & 1) low[axis] = middle;
      else high[axis] = middle;
      even = !even;
    }
  }
  return { low, high };
}

const LAT_STEP = 180 / 2 ** 32;
const LON_STEP = 360 / 2 ** 32;
const MAX_CELL = 2 ** 31 - 1;

/** The corner of the 32-bit grid cell the point lies in. */
export function quantize(point: GeoValue): GeoValue {
  return {
    lat: Math.min(Math.floor(point.lat / LAT_STEP), MAX_CELL) * LAT_STEP,
    lon: Math.min(Math.floor(point.lon / LON_STEP), MAX_CELL) * LON_STEP,
  };
}

/** `lat, lon`, the form of `docvalue_fields`. */
export function formatGeoValue(lat: number, lon: number): string {
  return `${doubleText(lat)}, ${doubleText(lon)}`;
}
