/** A document's point as shown by `fields`: GeoJSON, or well-known text on request. */
import { double, doubleText, isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GeoValue } from './geo_value.js';

/** `format`: `wkt` or `geojson`; GeoJSON if it is undefined. */
export function geoPointJson({ lat, lon }: GeoValue, format: string | undefined): JsonValue {
  if (format === 'wkt') return `POINT (${doubleText(lon)} ${doubleText(lat)})`;
  if (format !== undefined && format !== 'geojson') {
    throw new ApiError('illegal_argument_exception', `Unrecognized geometry format [${format}].`);
  }
  return { coordinates: [double(lon), double(lat)], type: 'Point' };
}

/** The form in which a derived field shows emitted points. */
export function latLonJson(value: JsonValue): readonly JsonValue[] {
  const point = pointOf(value);
  return point ? [{ lat: double(point.lat), lon: double(point.lon) }] : [];
}

function pointOf(value: JsonValue): GeoValue | undefined {
  if (isJsonArray(value)) return checked(value[1], value[0]);
  if (isJsonObject(value)) {
    if (isJsonArray(value.coordinates)) return checked(value.coordinates[1], value.coordinates[0]);
    return checked(value.lat, value.lon);
  }
  if (typeof value !== 'string') return undefined;
  const wkt = /^\s*POINT\s*\(\s*(\S+)\s+(\S+?)\s*\)\s*$/i.exec(value);
  if (wkt) return checked(wkt[2], wkt[1]);
  const [lat, lon] = value.split(',');
  return checked(lat, lon);
}

function checked(lat: JsonValue | undefined, lon: JsonValue | undefined): GeoValue | undefined {
  const point = { lat: coordinate(lat), lon: coordinate(lon) };
  return Number.isNaN(point.lat) || Number.isNaN(point.lon) ? undefined : point;
}

function coordinate(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
