/**
 * A document's shape as `fields` shows it: GeoJSON, or well-known text on request. A shape that is
 * written in the requested form already is shown as it is, as in OpenSearch.
 */
import { double, doubleText, isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { isRightHanded } from './geo_json.js';
import type { Position } from './geometry_builder.js';
import { readWkt, type ShapeSink } from './wkt.js';

/** `rightHanded`: the orientation of shapes that do not name their own. The shape must be valid. */
export function shownShape(
  value: JsonValue,
  format: string | undefined,
  rightHanded: boolean,
): JsonValue {
  if (format !== undefined && format !== 'geojson' && format !== 'wkt') {
    throw illegalArgument(`Unrecognized geometry format [${format}].`);
  }
  if (format === 'wkt') return typeof value === 'string' ? value : wktOf(value, rightHanded);
  return typeof value === 'string' ? geoJsonOf(value) : value;
}

function wktOf(shape: JsonValue, rightHanded: boolean): string {
  if (!isJsonObject(shape)) return '';
  const type = String(shape.type).toUpperCase();
  const { orientation, coordinates = [] } = shape;
  if (type === 'GEOMETRYCOLLECTION') {
    return `${type} ${textOf(shape.geometries, (one) => wktOf(one, rightHanded), ',')}`;
  }
  if (type === 'ENVELOPE') return `BBOX (${cornersOf(coordinates)})`;
  const isRight = orientation === undefined ? rightHanded : isRightHanded(orientation);
  return `${type} ${coordinatesText(type, coordinates, isRight)}`;
}

/** Rings are shown counterclockwise if the orientation says that they run clockwise. */
function coordinatesText(type: string, coordinates: JsonValue, isRight: boolean): string {
  const line = (positions: JsonValue) => textOf(positions, positionText, ', ');
  const ring = (positions: JsonValue) => line(isRight ? positions : listOf(positions).toReversed());
  const polygon = (rings: JsonValue) => textOf(rings, ring, ', ');
  switch (type) {
    case 'POINT':
      return `(${positionText(coordinates)})`;
    case 'MULTILINESTRING':
      return textOf(coordinates, line, ',');
    case 'POLYGON':
      return polygon(coordinates);
    case 'MULTIPOLYGON':
      return textOf(coordinates, polygon, ',');
    default:
      return line(coordinates);
  }
}

function cornersOf(coordinates: JsonValue): string {
  const [northWest = [], southEast = []] = listOf(coordinates).map(listOf);
  const [[west, north], [east, south]] = [northWest, southEast];
  return [west, east, north, south].map((one) => doubleText(Number(one))).join(', ');
}

function positionText(position: JsonValue): string {
  return listOf(position)
    .map((one) => doubleText(Number(one)))
    .join(' ');
}

function textOf(
  list: JsonValue | undefined,
  each: (one: JsonValue) => string,
  separator: string,
): string {
  return `(${listOf(list).map(each).join(separator)})`;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

const TYPES: Readonly<Record<string, string>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
  ENVELOPE: 'Envelope',
};

function geoJsonOf(text: string): JsonValue {
  const sink = new GeoJsonSink();
  readWkt(text, sink);
  return sink.shape();
}

/** A shape that is being read: its coordinates, or the shapes in a collection. */
interface Open {
  readonly parts: JsonValue[];
}

class GeoJsonSink implements ShapeSink {
  readonly #open: Open[] = [{ parts: [] }];

  shape(): JsonValue {
    return this.#open[0]?.parts[0] ?? null;
  }

  begin(): void {
    this.#open.push({ parts: [] });
  }

  end(type: string): void {
    const parts = this.#open.pop()?.parts ?? [];
    const shown = TYPES[type] ?? type;
    if (type === 'GEOMETRYCOLLECTION') this.#add({ geometries: parts, type: shown });
    else if (type.startsWith('MULTI')) this.#add({ coordinates: parts, type: shown });
    else if (parts[0] !== undefined) this.#add({ coordinates: parts[0], type: shown });
  }

  point(position: Position): void {
    this.#add(coordinatesOf(position));
  }

  line(positions: readonly Position[]): void {
    this.#add(positions.map(coordinatesOf));
  }

  polygon(rings: readonly (readonly Position[])[]): void {
    this.#add(rings.map((ring) => ring.map(coordinatesOf)));
  }

  envelope(west: number, east: number, north: number, south: number): void {
    this.#add([
      [double(west), double(north)],
      [double(east), double(south)],
    ]);
  }

  circle(position: Position): void {
    this.#add(coordinatesOf(position));
  }

  #add(part: JsonValue): void {
    this.#open.at(-1)?.parts.push(part);
  }
}

function coordinatesOf(position: Position): JsonValue {
  return position.map(double);
}
