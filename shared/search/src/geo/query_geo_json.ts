/**
 * The syntax of GeoJSON in queries. OpenSearch parses it with another parser than GeoJSON of
 * documents: it checks each member in order, then checks for missing ones, and it accepts more. The
 * result is GeoJSON as documents have it; the caller validates the geometry itself.
 */
import {
  doubleText,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { isRightHanded } from '@skein/mapping';
import { textOf } from '../queries/options.js';
import { distanceMeters } from './distance_unit.js';

/** A position or a list of nodes. */
type Node =
  | { readonly position: readonly number[] }
  | { readonly position?: undefined; readonly children: readonly Node[] };

const TYPES: ReadonlySet<string> = new Set([
  'point',
  'multipoint',
  'linestring',
  'multilinestring',
  'polygon',
  'multipolygon',
  'envelope',
  'circle',
  'geometrycollection',
]);

interface Read {
  type?: string;
  coordinates?: Node;
  geometries?: JsonArray;
  radius?: JsonValue;
  orientation?: string;
}

/** The shape as GeoJSON of documents. The JSON parser limits the nesting. */
export function queryGeoJson(shape: JsonObject): JsonObject {
  const read: Read = {};
  for (const [name, value = null] of Object.entries(shape)) readMember(read, name, value);
  const { type, coordinates, geometries, radius, orientation } = read;
  if (type === undefined) throw malformed('shape type not included');
  if (type === 'geometrycollection') {
    if (geometries === undefined) throw malformed('geometries not included');
    return { type, geometries };
  }
  if (coordinates === undefined) throw malformed('coordinates not included');
  checkCoordinates(type, coordinates);
  if (type === 'circle') checkRadius(radius);
  return {
    type,
    coordinates: jsonOf(coordinates),
    ...(radius !== undefined && { radius }),
    ...(orientation !== undefined && { orientation }),
  };
}

function checkRadius(radius: JsonValue | undefined): void {
  if (radius === undefined) throw malformed('radius not included');
  const meters = distanceMeters(radius);
  if (meters < 0) throw illegalArgument(`Circle radius [${doubleText(meters)}] cannot be negative`);
}

/** Heights are left out: a query ignores them. */
function jsonOf({ position, children = [] }: Node & { children?: readonly Node[] }): JsonArray {
  return position?.slice(0, 2) ?? children.map(jsonOf);
}

function readMember(read: Read, name: string, value: JsonValue): void {
  switch (name) {
    case 'type':
      setType(read, typeOf(textOf(value)));
      break;
    case 'coordinates':
      read.coordinates = nodeOf(value);
      break;
    case 'geometries':
      implyType(read, name, 'geometrycollection');
      read.geometries = geometriesOf(value);
      break;
    case 'radius':
      implyType(read, name, 'circle');
      distanceMeters(value);
      read.radius = value;
      break;
    case 'orientation':
      read.orientation = textOf(value);
      isRightHanded(read.orientation);
      break;
    default:
  }
}

function setType(read: Read, type: string): void {
  read.type ??= type;
  if (read.type === type) return;
  throw malformed(`type already parsed as [${read.type}] cannot redefine as [${type}]`);
}

/** A member that only one type has implies this type. */
function implyType(read: Read, member: string, type: string): void {
  read.type ??= type;
  if (read.type === type) return;
  throw malformed(`cannot have [${member}] with type set to [${read.type}]`);
}

function typeOf(name: string): string {
  const type = name.toLowerCase();
  if (type === 'bbox') return 'envelope';
  if (TYPES.has(type)) return type;
  throw new ApiError('illegal_argument_exception', `unknown geo_shape [${name}]`);
}

/** Members of a collection may be well-known text. */
function geometriesOf(json: JsonValue): JsonArray {
  if (!isJsonArray(json)) throw malformed('geometries must be an array of geojson objects');
  return json.map((each) => {
    if (isJsonObject(each)) return queryGeoJson(each);
    if (typeof each === 'string') return each;
    throw malformed('shape must be an object consisting of type and coordinates');
  });
}

function nodeOf(json: JsonValue): Node {
  if (isJsonObject(json)) throw malformed('coordinates cannot be specified as objects');
  if (!isJsonArray(json)) throw malformed('geo coordinates must be numbers');
  const [first] = json;
  if (first === null) {
    throw new ApiError('illegal_argument_exception', 'coordinates cannot contain NULL values)');
  }
  if (first !== undefined && !isJsonArray(first)) return { position: positionOf(json) };
  const children: Node[] = [];
  for (const [i, each] of json.entries()) {
    // A number at the end of a list is skipped and counts as an empty node.
    const isPassedOver = i > 0 && i === json.length - 1 && isNumber(each);
    const child = isPassedOver ? { children: [] } : nodeOf(each);
    if (children[0] && dimensionsOf(children[0]) !== dimensionsOf(child)) {
      throw malformed('Exception parsing coordinates: number of dimensions do not match');
    }
    children.push(child);
  }
  return { children };
}

/** A third element that is no number ends a position. */
function positionOf(json: readonly JsonValue[]): readonly number[] {
  const [lon, lat, z, more] = json;
  if (!isNumber(lon) || !isNumber(lat)) throw malformed('geo coordinates must be numbers');
  if (!isNumber(z)) return [Number(lon), Number(lat)];
  if (isNumber(more)) {
    throw malformed('geo coordinates greater than 3 dimensions are not supported');
  }
  return [Number(lon), Number(lat), Number(z)];
}

function isNumber(json: JsonValue | undefined): json is number | bigint {
  return typeof json === 'number' || typeof json === 'bigint';
}

/** An empty node has no dimensions: OpenSearch fails on it with status 500. */
function dimensionsOf(node: Node): number {
  if (node.position) return node.position.length;
  const [first] = node.children;
  if (first) return dimensionsOf(first);
  const reason = 'attempting to get number of dimensions on an empty coordinate node';
  throw new ApiError('exception', reason, { status: 400 });
}

function checkCoordinates(type: string, node: Node): void {
  const children = node.position ? [] : node.children;
  switch (type) {
    case 'point':
      checkPoint(node);
      return;
    case 'multipoint':
      if (node.position) {
        throw malformed(
          'single coordinate found when expecting an array of coordinates. change type to point or change data to an array of >0 coordinates',
        );
      }
      if (children.length === 0) {
        throw malformed(
          'no data provided for multipoint object when expecting >0 points (e.g., [[lat, lng]] or [[lat, lng], ...])',
        );
      }
      children.forEach(checkPoint);
      return;
    case 'linestring':
      checkLine(node);
      return;
    case 'multilinestring':
      if (children.length < 1) {
        throw malformed('invalid number of lines in MultiLineString (found [0] - must be >= 1)');
      }
      children.forEach(checkLine);
      return;
    case 'polygon':
      checkPolygon(node);
      return;
    case 'multipolygon':
      children.forEach(checkPolygon);
      return;
    case 'envelope':
      if (children.length !== 2) {
        throw malformed(
          `invalid number of points [${children.length}] provided for geo_shape [envelope] when expecting an array of 2 coordinates`,
        );
      }
      return;
    default:
  }
}

function checkPoint(node: Node): void {
  if (node.position) return;
  throw malformed(
    node.children.length === 0
      ? 'invalid number of points (0) provided when expecting a single coordinate ([lat, lng])'
      : 'multipoint data provided when single point data expected.',
  );
}

function checkLine(node: Node): void {
  const count = node.position ? 0 : node.children.length;
  if (count >= 2) return;
  throw malformed(`invalid number of points in LineString (found [${count}] - must be >= 2)`);
}

const LEAST_RING = 4;

function checkPolygon(node: Node): void {
  if (node.position || node.children.length === 0) {
    throw malformed(
      'invalid LinearRing provided for type polygon. Linear ring must be an array of coordinates',
    );
  }
  node.children.forEach(checkRing);
}

function checkRing(ring: Node): void {
  if (ring.position) {
    const found = 'Found a single coordinate when expecting a coordinate array';
    throw malformed(`Invalid LinearRing found. ${found}`);
  }
  const { children } = ring;
  if (children.length === 0) {
    throw malformed('Invalid LinearRing found. No coordinate array provided');
  }
  if (children.length < LEAST_RING) {
    throw malformed(
      `invalid number of points in LinearRing (found [${children.length}] - must be >= [${LEAST_RING}])`,
    );
  }
  const [first, last] = [children[0]?.position, children.at(-1)?.position];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
    throw malformed('invalid LinearRing found (coordinates are not closed)');
  }
}

function malformed(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
