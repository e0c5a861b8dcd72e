/**
 * The `origin` of `geo_distance`. A text is parsed like any point; OpenSearch parses lists and
 * objects by hand.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type GeoValue, parseGeoValue } from '@skein/mapping';
import { doubleOf } from '@skein/reading';

export function readOrigin(json: JsonValue): GeoValue {
  if (isJsonArray(json)) return ofList(json);
  return isJsonObject(json) ? ofObject(json) : parseGeoValue(json);
}

/** A missing coordinate is NaN, and no point has a distance to such an origin. */
function ofList(json: readonly JsonValue[]): GeoValue {
  const [lon = Number.NaN, lat = Number.NaN, ...more] = json.map(doubleOf);
  if (more.length === 0) return { lat, lon };
  throw malformed('[origin]: a geo point array must be of the form [lon, lat]');
}

/** Only `lat` and `lon` that are numbers are used; all other members are ignored. */
function ofObject(json: JsonObject): GeoValue {
  const { lat, lon } = json;
  if (isNumber(lat) && isNumber(lon)) return { lat: Number(lat), lon: Number(lon) };
  const last = Object.keys(json).at(-1) ?? 'null';
  throw malformed(`[${last}] geo point object. either [lat] or [lon] (or both) are missing`);
}

function isNumber(json: JsonValue | undefined): json is number | bigint {
  return typeof json === 'number' || typeof json === 'bigint';
}

function malformed(how: string): ApiError {
  return new ApiError('parsing_exception', `malformed ${how}`);
}
