/**
 * Points on a plane: `xy_point` of OpenSearch's geospatial plugin, `point` of Elasticsearch.
 * Coordinates are floats without a unit.
 */
import {
  double,
  doubleText,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GeoGeometry } from '@skein/search_library';
import { planar } from '../geo_shape/geometry_builder.js';
import { IGNORED_SHAPES, readWkt } from '../geo_shape/wkt.js';
import { nameUnindexed, storeValue } from './field_names_spec.js';
import { fieldSpec, searchedColumn } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { addGeometry } from './geo_shape.js';
import { geometryMembers, pointParameters } from './geometry_field.js';
import { parseJavaDouble } from './java_number.js';
import { mappedField } from './mapped_field.js';

type Point = readonly [x: number, y: number];

function planePointType(name: string): FieldTypeDefinition {
  const nullPoint = (value: JsonValue): JsonValue => {
    if (value === null) return null;
    const [x, y] = readPoint(value, { type: name, ignoreZ: true });
    return { x, y };
  };
  return {
    name,
    plainParameters: true,
    parameters: pointParameters(nullPoint),
    build: (path, values) => {
      const spec = fieldSpec(path, { column: searchedColumn(values, 'plane') });
      const stored = values.flag('store');
      const reading = { type: name, ignoreZ: values.flag('ignore_z_value') };
      const add = (value: JsonValue, sink: FieldSink): void => {
        for (const point of pointsOf(value, reading)) {
          if (stored) storeValue(spec, { x: point[0], y: point[1] }, sink);
          else nameUnindexed(spec, sink);
          if (spec.column !== 'none') addGeometry(geometryOf(point), spec, sink);
        }
      };
      const fallback = values.get('null_value');
      return mappedField({
        name: path,
        typeName: name,
        spec,
        ...geometryMembers(path, values, add),
        readsStructures: true,
        aggregatable: false,
        values: { kind: 'plane', isPoint: true },
        nullValue: fallback === null ? undefined : fallback,
        shownValues: (value) => [value],
        shownStored: shownPoint,
      });
    },
  };
}

export const xyPoint = planePointType('xy_point');
export const point = planePointType('point');

/** A stored point, whose coordinates are shown in Java's form. */
function shownPoint(stored: JsonValue): JsonValue {
  if (!isJsonObject(stored)) return stored;
  return { x: double(Number(stored.x)), y: double(Number(stored.y)) };
}

function geometryOf(point: Point): GeoGeometry {
  return { points: point.map(planar), lines: [], polygons: [], boxes: [], circles: [] };
}

interface Reading {
  /** The field's type, for messages. */
  readonly type: string;
  readonly ignoreZ: boolean;
}

/** An array of numbers is one point, any other array several. */
function pointsOf(value: JsonValue, reading: Reading): readonly Point[] {
  const isList = isJsonArray(value) && typeof value[0] !== 'number' && typeof value[0] !== 'bigint';
  const points = isList ? value : [value];
  return points.filter((one) => one !== null).map((one) => readPoint(one, reading));
}

function readPoint(value: JsonValue, reading: Reading): Point {
  if (isJsonArray(value)) return fromArray(value, reading);
  if (isJsonObject(value)) return fromObject(value, reading);
  if (typeof value === 'string') return fromText(value, reading);
  throw failure(`${reading.type} expected`);
}

function fromArray(values: readonly JsonValue[], { type, ignoreZ }: Reading): Point {
  const numbers = values.map((value) => {
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
    throw failure('numeric value expected');
  });
  const [x, y, z] = numbers;
  if (numbers.length > 3) throw failure(`[${type}] field type does not accept more than 3 values`);
  if (z !== undefined && !ignoreZ) throw zRefused(z);
  if (x === undefined || y === undefined) {
    throw failure(`[${type}] field type should have at least two dimensions`);
  }
  return [x, y];
}

const FIELDS = 'field must be either [x|y], or [type|coordinates]';

function fromObject(json: JsonObject, reading: Reading): Point {
  const [first] = Object.keys(json);
  if (first === 'type' || first === 'coordinates') return fromGeoJson(json, reading);
  for (const name of Object.keys(json)) if (name !== 'x' && name !== 'y') throw failure(FIELDS);
  return [coordinate(json, 'x'), coordinate(json, 'y')];
}

function coordinate(json: JsonObject, name: 'x' | 'y'): number {
  const value = json[name];
  if (value === undefined) throw failure(`field [${name}] missing`);
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') throw failure(`${name} must be a number`);
  return numberIn(value, '[x] and [y] must be valid double values');
}

function fromGeoJson(json: JsonObject, reading: Reading): Point {
  const { type, coordinates } = json;
  if (type === undefined) throw failure('field [type] missing');
  if (coordinates === undefined) throw failure('field [coordinates] missing');
  if (Object.keys(json).length > 2) throw failure(FIELDS);
  if (typeof type !== 'string') throw failure('type must be a string');
  if (type.toLowerCase() !== 'point') throw failure('type must be Point');
  if (!isJsonArray(coordinates)) throw failure('coordinates must be an array');
  return fromArray(coordinates, reading);
}

/** Parses `x,y`, or well-known text. */
function fromText(text: string, { ignoreZ }: Reading): Point {
  if (text.toLowerCase().includes('point')) return fromWkt(text, ignoreZ);
  const parts = text.split(',');
  if (parts.length > 3 || parts.length < 2) {
    throw failure(
      `failed to parse [${text}], expected two or three coordinates but found: [${parts.length}]`,
    );
  }
  const [x = 0, y = 0, z] = parts.map((part, i) =>
    numberIn(part.trim(), `${['x', 'y', 'z'][i]} must be a number`),
  );
  if (z !== undefined && !ignoreZ) throw zRefused(z);
  return [x, y];
}

function fromWkt(text: string, ignoreZ: boolean): Point {
  const found: (readonly number[])[] = [];
  const sink = {
    ...IGNORED_SHAPES,
    point: (position: readonly number[]) => void found.push(position),
  };
  const type = readWkt(text, sink);
  const [[x, y, z] = []] = found;
  // Refuses all other shapes, including those that consist of a single point.
  if (type !== 'POINT' || x === undefined || y === undefined) {
    throw failure(`[point] supports only POINT among WKT primitives, but found ${type}`);
  }
  if (z !== undefined && !ignoreZ) throw zRefused(z);
  return [x, y];
}

function numberIn(text: string, fault: string): number {
  try {
    return parseJavaDouble(text);
  } catch (error) {
    if (error instanceof ApiError) throw failure(fault);
    throw error;
  }
}

function zRefused(z: number): ApiError {
  return failure(
    `Exception parsing coordinates: found Z value [${doubleText(z)}] but [ignore_z_value] parameter is [false]`,
  );
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
