/**
 * GeoJSON (RFC 7946), with OpenSearch's `envelope` and `circle`. Type names are case-insensitive.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import type { GeoGeometry } from '@skein/search_library';
import { circlesRefused, GeometryBuilder, type Position } from './geometry_builder.js';
import type { ShapeOptions } from './parse_shape.js';
import { readWkt } from './wkt.js';

/** Limit of nested collections. */
const MAX_DEPTH = 32;

export function parseGeoJson(shape: JsonObject, options: ShapeOptions): GeoGeometry {
  const builder = new GeometryBuilder(options);
  addShape(shape, { builder, options }, 1);
  return builder.geometry();
}

interface Adding {
  readonly builder: GeometryBuilder;
  readonly options: ShapeOptions;
}

function addShape(shape: JsonObject, adding: Adding, depth: number): void {
  if (depth > MAX_DEPTH) throw parseFailure(`shapes are nested deeper than [${MAX_DEPTH}]`);
  if (shape.type === undefined) throw illegalArgument('Required [type]');
  const type = String(shape.type).toLowerCase();
  if (type === 'geometrycollection') {
    for (const member of membersOf(shape.geometries, adding)) {
      if (isJsonObject(member)) addShape(member, adding, depth + 1);
      else if (typeof member === 'string' && adding.builder.isQuery)
        readWkt(member, adding.builder);
      else throw parseFailure('geometries must be objects');
    }
    return;
  }
  if (shape.coordinates === undefined) throw parseFailure('coordinates not included');
  if (!isJsonArray(shape.coordinates)) throw parseFailure('geo coordinates must be numbers');
  addCoordinates(type, shape, shape.coordinates, adding);
}

/** The members of a collection; a single one may be given without a list. */
function membersOf(geometries: JsonValue | undefined, adding: Adding): JsonArray {
  if (isJsonObject(geometries)) return [geometries];
  if (!isJsonArray(geometries)) throw parseFailure('geometries not included');
  return someOf(geometries, adding);
}

/** Queries may have lists of no shapes, which match nothing. */
function someOf(shapes: JsonArray, { builder }: Adding): JsonArray {
  if (shapes.length > 0 || builder.isQuery) return shapes;
  throw illegalArgument('the list of shapes cannot be null or empty');
}

function addCoordinates(
  type: string,
  shape: JsonObject,
  coordinates: JsonArray,
  adding: Adding,
): void {
  const { builder, options } = adding;
  switch (type) {
    case 'point':
      builder.point(position(coordinates));
      return;
    case 'multipoint':
      for (const each of someOf(coordinates, adding)) builder.point(position(each));
      return;
    case 'linestring':
      builder.line(line(coordinates));
      return;
    case 'multilinestring':
      for (const each of someOf(coordinates, adding)) builder.line(line(each));
      return;
    case 'polygon':
      builder.polygon(list(coordinates).map(line), handedness(shape, options));
      return;
    case 'multipolygon':
      for (const each of someOf(coordinates, adding)) {
        builder.polygon(list(each).map(line), handedness(shape, options));
      }
      return;
    case 'envelope': {
      const [[west = 0, north = 0] = [], [east = 0, south = 0] = []] = envelopeCorners(coordinates);
      builder.envelope(west, east, north, south);
      return;
    }
    case 'circle':
      if (options.radiusMeters === undefined) throw circlesRefused();
      builder.circle(position(coordinates), options.radiusMeters(shape.radius ?? null));
      return;
    default:
      throw illegalArgument(`unknown geometry type [${String(shape.type)}]`);
  }
}

/** The north-west and the south-east corner. */
function envelopeCorners(coordinates: JsonArray): readonly Position[] {
  const corners = positions(coordinates);
  if (corners.length === 2) return corners;
  throw parseFailure(
    `invalid number of points [${corners.length}] provided for geo_shape [envelope] when expecting an array of 2 coordinates`,
  );
}

function handedness({ orientation }: JsonObject, { rightHanded }: ShapeOptions): boolean {
  return orientation === undefined ? rightHanded : isRightHanded(orientation);
}

const RIGHT: ReadonlySet<string> = new Set(['right', 'counterclockwise', 'ccw']);
const LEFT: ReadonlySet<string> = new Set(['left', 'clockwise', 'cw']);

export function isRightHanded(orientation: JsonValue): boolean {
  const text = String(orientation).toLowerCase();
  if (RIGHT.has(text)) return true;
  if (LEFT.has(text)) return false;
  throw illegalArgument(`Unknown orientation [${String(orientation)}]`);
}

function list(json: JsonValue): JsonArray {
  if (isJsonArray(json)) return json;
  throw parseFailure('geo coordinates must be numbers');
}

function positions(json: JsonValue): readonly Position[] {
  return list(json).map(position);
}

/** The positions of a line or ring. OpenSearch has this error here, and another for other texts. */
function line(json: JsonValue): readonly Position[] {
  const found = positions(json);
  if (found.length < 2) throw new ApiError('exception', 'not enough points to build a line');
  return found;
}

function position(json: JsonValue): Position {
  const numbers = list(json).map((value) => {
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
    throw parseFailure('geo coordinates must be numbers');
  });
  if (numbers.length === 2 || numbers.length === 3) return numbers;
  throw parseFailure(
    numbers.length < 2
      ? 'geo coordinates must be numbers'
      : 'Exception parsing coordinates: number of dimensions do not match',
  );
}

function parseFailure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
