/**
 * `geo_shape`: shapes in a relation to another, which the query brings along or another document holds; and points inside an area. The
 * coordinating node puts the shapes of other documents in place.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type MappedField, parseShape, type ShapeOptions } from '@skein/mapping';
import {
  boostQuery,
  constantScoreQuery,
  geoAreaQuery,
  geoShapeQuery,
  matchNoneQuery,
  type Query,
  type ShapeRelation,
} from '@skein/search_library';
import { sourceValues } from '../fetch/source_values.js';
import { distanceMeters } from '../geo/distance_unit.js';
import { failure } from '../geo/geo_field.js';
import { checkQueryGeoJson } from '../geo/query_geo_json.js';
import { shapeArea } from '../geo/shape_area.js';
import { BLIND, type Manners, readOptions } from './header.js';
import { booleanOf, isScalar, textOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type NeededDocument, notFilled, type QueryType } from './query_type.js';

interface FieldShape {
  readonly field: string;
  /** Null as long as it is another document's. */
  readonly shape: JsonValue;
  /** Where the shape is, if it has to be looked up. */
  readonly indexed: IndexedShape | undefined;
  readonly relation: string;
}

interface IndexedShape {
  readonly document: NeededDocument;
  readonly path: string;
}

interface ShapeParams extends FieldShape {
  readonly ignoreUnmapped: boolean;
}

const MANNERS: Manners = {
  ...BLIND,
  unsupported: (_, option) => `query does not support [${option}]`,
};

export const geo_shape: QueryType<ShapeParams> = {
  name: 'geo_shape',
  parse(body, context) {
    let params: FieldShape | undefined;
    let ignoreUnmapped = false;
    const rest: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonObject(json)) {
        if (params) throw parsingError(context, `point specified twice. [${key}]`, json);
        params = { field: key, ...readShape(json, context) };
      } else rest[key] = json;
    }
    const header = readOptions(
      { query: 'geo_shape', options: rest, context, manners: MANNERS },
      {
        ignore_unmapped: (json) => {
          ignoreUnmapped = booleanOf(json);
        },
      },
    );
    if (!params) throw parsingError(context, 'No shape defined', body);
    return { ...header, params: { ...params, ignoreUnmapped } };
  },
  ...LEAF,
  needs: ({ indexed }) => (indexed ? { ...HEAVY, documents: [indexed.document] } : HEAVY),
  fill: (params, found) => {
    const { indexed } = params;
    if (indexed === undefined) return params;
    return { ...params, indexed: undefined, shape: shapeIn(found(indexed.document), indexed) };
  },
  bind: bindShape,
};

const RELATIONS: ReadonlySet<string> = new Set(['intersects', 'disjoint', 'within', 'contains']);

function readShape(options: JsonObject, context: QueryParseContext): Omit<FieldShape, 'field'> {
  let shape: JsonValue = null;
  let indexed: IndexedShape | undefined;
  let relation = 'intersects';
  for (const [key, json = null] of Object.entries(options)) {
    if (key === 'shape') {
      if (isJsonObject(json)) checkQueryGeoJson(json);
      if (json !== null) parseShape(json, QUERY_SHAPES);
      shape = json;
    } else if (key === 'relation') {
      relation = textOf(json).toLowerCase();
      if (!RELATIONS.has(relation)) {
        throw parsingError(context, `Unknown shape operation [${textOf(json)} ]`, options);
      }
    } else if (key === 'indexed_shape') {
      if (!isJsonObject(json))
        throw parsingError(context, '[indexed_shape] must be an object', json);
      checkIndexedShape(json, context);
      indexed = indexedShape(json);
    } else if (key === 'ignore_unmapped') {
      booleanOf(json);
    } else throw parsingError(context, `query does not support [${key}]`, options);
  }
  if (shape === null && indexed === undefined) {
    throw new ApiError('illegal_argument_exception', 'either shape or indexedShapeId is required');
  }
  return { shape, indexed, relation };
}

function bindShape(
  { field, shape, indexed, relation, ignoreUnmapped }: ShapeParams,
  shard: QueryShardContext,
): Query {
  if (indexed !== undefined) throw notFilled();
  const mapped = shard.mapping.field(field);
  if (!mapped) {
    if (ignoreUnmapped) return matchNoneQuery(`unmapped field [${field}]`);
    throw failure(`failed to find type for field [${field}]`);
  }
  if (mapped.values.kind === 'shape') return shapesRelated(mapped, shape, relation);
  if (mapped.values.kind !== 'point') {
    throw failure(
      `Field [${field}] is of unsupported type [${mapped.typeName}] for [geo_shape] query`,
    );
  }
  if (relation !== 'intersects') {
    throw failure(`${relation.toUpperCase()} query relation not supported for Field [${field}].`);
  }
  return filteredOnly(geoAreaQuery(mapped.spec.name, shapeArea(shape, field)));
}

/** The reference only filters by shapes: alone, they score nothing. */
function filteredOnly(query: Query): Query {
  return boostQuery(constantScoreQuery(query), 0);
}

function shapesRelated(mapped: MappedField, json: JsonValue, relation: string): Query {
  const geometry = parseShape(json, QUERY_SHAPES);
  if (mapped.onlyIntersects && relation !== 'intersects') {
    const name = `${relation.charAt(0).toUpperCase()}${relation.slice(1)}`;
    throw new ApiError('unsupported_spatial_operation', name);
  }
  if (relation === 'within' && geometry.lines.length > 0) {
    throw new ApiError(
      'illegal_argument_exception',
      'LatLonShapeQuery does not support WITHIN queries with line geometries',
    );
  }
  const related = geoShapeQuery(mapped.spec.name, relation as ShapeRelation, geometry);
  return filteredOnly(related);
}

const QUERY_SHAPES: ShapeOptions = {
  ignoreZ: true,
  coerce: false,
  rightHanded: true,
  radiusMeters: (json) => distanceMeters(json),
};

const INDEXED_SHAPE_OPTIONS: ReadonlySet<string> = new Set(['id', 'index', 'path', 'routing']);
const DEFAULT_INDEX = 'shapes';
const DEFAULT_PATH = 'shape';

function checkIndexedShape(options: JsonObject, context: QueryParseContext): void {
  for (const key of Object.keys(options)) {
    if (INDEXED_SHAPE_OPTIONS.has(key)) continue;
    throw parsingError(context, `unknown token [${key}] after [indexed_shape]`, options);
  }
  if (options.id === undefined) {
    throw new ApiError('illegal_argument_exception', 'either shape or indexedShapeId is required');
  }
}

function indexedShape({ id, index, path, routing }: JsonObject): IndexedShape {
  const document: NeededDocument = {
    query: geo_shape.name,
    id: textOf(id ?? null),
    index: isScalar(index) ? textOf(index) : DEFAULT_INDEX,
    routing: isScalar(routing) ? textOf(routing) : undefined,
    mayLackIndex: false,
  };
  return { document, path: isScalar(path) ? textOf(path) : DEFAULT_PATH };
}

function shapeIn(source: JsonValue, { document: { id }, path }: IndexedShape): JsonValue {
  if (source === null) {
    throw new ApiError('illegal_argument_exception', `Shape with ID [${id}] not found`);
  }
  const [shape = null] = sourceValues(source, path);
  if (shape !== null) return shape;
  throw new ApiError(
    'illegal_state_exception',
    `Shape with name [${id}] found but missing ${path} field`,
  );
}
