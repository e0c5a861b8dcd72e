/**
 * The syntax of GeoJSON in queries. OpenSearch parses it with another parser than GeoJSON of
 * documents: it checks each member in order, then checks for missing ones. The caller validates the
 * geometry itself.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
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
  'bbox',
  'circle',
  'geometrycollection',
]);

interface Read {
  type?: string;
  coordinates?: Node;
  hasGeometries?: boolean;
  hasRadius?: boolean;
}

/** The JSON parser limits the nesting. */
export function checkQueryGeoJson(shape: JsonObject): void {
  const read: Read = {};
  for (const [name, value = null] of Object.entries(shape)) readMember(read, name, value);
  const { type, coordinates } = read;
  if (type === undefined) throw malformed('shape type not included');
  if (type === 'geometrycollection') {
    if (!read.hasGeometries) throw malformed('geometries not included');
    return;
  }
  if (coordinates === undefined) throw malformed('coordinates not included');
  if (read.hasRadius && type !== 'circle') {
    throw malformed('field [radius] is supported for [circle] only');
  }
  checkCoordinates(type, coordinates);
}

function readMember(read: Read, name: string, value: JsonValue): void {
  switch (name) {
    case 'type':
      read.type = typeOf(textOf(value));
      break;
    case 'coordinates':
      read.coordinates = nodeOf(value);
      break;
    case 'geometries':
      read.type ??= 'geometrycollection';
      readGeometries(value);
      read.hasGeometries = true;
      break;
    case 'radius':
      read.type ??= 'circle';
      distanceMeters(value);
      read.hasRadius = true;
      break;
    case 'orientation':
      isRightHanded(textOf(value));
      break;
    default:
  }
}

function typeOf(name: string): string {
  const type = name.toLowerCase();
  if (TYPES.has(type)) return type;
  throw new ApiError('illegal_argument_exception', `unknown geo_shape [${name}]`);
}

function readGeometries(json: JsonValue): void {
  if (!isJsonArray(json)) throw malformed('geometries must be an array of geojson objects');
  for (const each of json) {
    if (isJsonObject(each)) checkQueryGeoJson(each);
    else if (typeof each !== 'string')
      throw malformed('shape must be an object consisting of type and coordinates');
  }
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
    const isPassedOver = i > 0 && i === json.length - 1 && typeof each === 'number';
    const child = isPassedOver ? { children: [] } : nodeOf(each);
    if (children[0] && dimensionsOf(children[0]) !== dimensionsOf(child)) {
      throw malformed('Exception parsing coordinates: number of dimensions do not match');
    }
    children.push(child);
  }
  return { children };
}

function positionOf(json: readonly JsonValue[]): readonly number[] {
  const [lon, lat, z, more] = json;
  if (typeof lon !== 'number' || typeof lat !== 'number') {
    throw malformed('geo coordinates must be numbers');
  }
  if (typeof z === 'number' && typeof more === 'number') {
    throw malformed('geo coordinates greater than 3 dimensions are not supported');
  }
  return typeof z === 'number' ? [lon, lat, z] : [lon, lat];
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
    case 'bbox':
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
