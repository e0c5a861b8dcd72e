/** Areas of shapes in GeoJSON or well-known text. Lines and points have no area. */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  boxArea,
  circleArea,
  type GeoArea,
  type GeoRing,
  polygonArea,
  unionArea,
} from '@skein/search_library';
import { textOf } from '../queries/options.js';
import { distanceMeters } from './distance_unit.js';
import { failure } from './geo_field.js';

/** `field` is named in the error if the shape's type cannot be used on points. */
export function shapeArea(shape: JsonValue, field: string): GeoArea {
  if (typeof shape === 'string') return wktArea(shape, field);
  if (!isJsonObject(shape))
    throw malformed('shape must be an object consisting of type and coordinates');
  return geoJsonArea(shape, field);
}

function geoJsonArea(shape: JsonObject, field: string): GeoArea {
  if (shape.type === undefined) throw malformed('shape type not included');
  const type = textOf(shape.type).toLowerCase();
  if (type === 'geometrycollection') {
    const members = arrayOf(shape.geometries).map((each) => shapeArea(each, field));
    return unionArea(members);
  }
  const coordinates = arrayOf(shape.coordinates);
  switch (type) {
    case 'envelope': {
      const [west, north] = pairOf(coordinates[0]);
      const [east, south] = pairOf(coordinates[1]);
      return boxArea({ south, north, west, east });
    }
    case 'circle': {
      const [lon, lat] = pairOf(coordinates);
      return circleArea({ lat, lon }, distanceMeters(shape.radius ?? null));
    }
    case 'polygon':
      return polygonOf(coordinates);
    case 'multipolygon':
      return unionArea(coordinates.map((polygon) => polygonOf(arrayOf(polygon))));
    default:
      throw failure(`Field [${field}] does not support ${type} queries`);
  }
}

function polygonOf(rings: JsonArray): GeoArea {
  const [outline, ...holes] = rings.map((ring) => ringOf(arrayOf(ring).map(pairOf)));
  if (outline === undefined) throw malformed('polygon has no outline');
  return polygonArea({ outline, holes });
}

function ringOf(pairs: readonly (readonly [number, number])[]): GeoRing {
  const [first] = pairs;
  const last = pairs.at(-1);
  if (pairs.length < 4) {
    throw malformed(
      `invalid number of points in LinearRing (found [${pairs.length}] - must be >= 4)`,
    );
  }
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
    throw malformed('invalid LinearRing found (coordinates are not closed)');
  }
  return pairs.map(([lon, lat]) => ({ lat, lon }));
}

function arrayOf(json: JsonValue | undefined): JsonArray {
  if (isJsonArray(json)) return json;
  throw malformed('shape must be an object consisting of type and coordinates');
}

/** Reads `[lon, lat]` and ignores further elements. */
function pairOf(json: JsonValue | undefined): readonly [number, number] {
  const [lon, lat] = arrayOf(json);
  if (typeof lon === 'number' && typeof lat === 'number') return [lon, lat];
  throw malformed('geo coordinates must be numbers');
}

const WKT = /^\s*([a-z]+)\s*(\(.*\))\s*$/is;

/**
 * `POLYGON ((…))`, `MULTIPOLYGON (((…)))`, `ENVELOPE (west, east, north, south)` and `BBOX (…)`,
 * converted to GeoJSON coordinates.
 */
function wktArea(text: string, field: string): GeoArea {
  const [, name = '', body = ''] = WKT.exec(text) ?? [];
  const type = name.toLowerCase();
  if (type === 'bbox' || type === 'envelope') {
    const [west, east, north, south] = body.slice(1, -1).split(',').map(Number);
    return boxArea({
      south: finite(south),
      north: finite(north),
      west: finite(west),
      east: finite(east),
    });
  }
  if (type === 'polygon' || type === 'multipolygon') {
    return geoJsonArea({ type, coordinates: nestedPairs(body) }, field);
  }
  if (type === '') throw malformed(`Unknown geometry type: ${text}`);
  throw failure(`Field [${field}] does not support ${type} queries`);
}

/** Converts `((1 2, 3 4), (…))` to arrays of pairs. */
function nestedPairs(text: string): JsonArray {
  const json = text
    .replace(
      /[^\s(),]+(?:\s+[^\s(),]+)+/g,
      (pair) =>
        `[${pair
          .trim()
          .split(/\s+/)
          .map((part) => finite(Number(part)))
          .join()}]`,
    )
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    return JSON.parse(json);
  } catch {
    throw malformed(`malformed geometry ${text}`);
  }
}

function finite(value: number | undefined): number {
  if (value !== undefined && Number.isFinite(value)) return value;
  throw malformed('geo coordinates must be numbers');
}

function malformed(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
