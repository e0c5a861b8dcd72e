/** Parses a shape from GeoJSON or well-known text, in documents and queries. */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GeoGeometry } from '@skein/search_library';
import { parseGeoJson } from './geo_json.js';
import { GeometryBuilder } from './geometry_builder.js';
import { readWkt } from './wkt.js';

export interface ShapeOptions {
  readonly ignoreZ: boolean;
  /** True to close open rings. */
  readonly coerce: boolean;
  /**
   * True if shells run counterclockwise; one that does not and is wider than half the globe crosses
   * the date line.
   */
  readonly rightHanded: boolean;
  /** True if coordinates are x and y of a plane, not degrees. */
  readonly isPlane?: true;
  /** True if well-known text is read as in queries of OpenSearch: see `ShapeSink`. */
  readonly isQuery?: true;
  /** Converts a circle's JSON radius to meters; if absent, circles are refused. */
  readonly radiusMeters?: (json: JsonValue) => number;
}

/** Throws parse_exception, illegal_argument_exception or invalid_shape_exception. */
export function parseShape(value: JsonValue, options: ShapeOptions): GeoGeometry {
  if (typeof value === 'string') {
    const builder = new GeometryBuilder(options);
    readWkt(value, builder);
    return builder.geometry();
  }
  if (isJsonObject(value)) return parseGeoJson(value, options);
  throw new ApiError(
    'parse_exception',
    'shape must be an object consisting of type and coordinates',
  );
}
