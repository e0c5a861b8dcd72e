/** A shape from GeoJSON or well-known text, as documents and queries write it. */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GeoGeometry } from '@skein/search_library';
import { parseGeoJson } from './geo_json.js';
import { parseWkt } from './wkt.js';

export interface ShapeOptions {
  readonly ignoreZ: boolean;
  /** Closes rings that are not closed. */
  readonly coerce: boolean;
  /**
   * Shells run counterclockwise; one that does not and is wider than half the globe crosses the
   * date line.
   */
  readonly rightHanded: boolean;
  /** Coordinates are x and y of a plane, not degrees. */
  readonly isPlane?: true;
  /** Metres of a circle's radius as JSON; absent: circles are refused. */
  readonly radiusMeters?: (json: JsonValue) => number;
}

/** Throws parse_exception, illegal_argument_exception or invalid_shape_exception. */
export function parseShape(value: JsonValue, options: ShapeOptions): GeoGeometry {
  if (typeof value === 'string') return parseWkt(value, options);
  if (isJsonObject(value)) return parseGeoJson(value, options);
  throw new ApiError(
    'parse_exception',
    'shape must be an object consisting of type and coordinates',
  );
}
