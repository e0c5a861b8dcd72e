/**
 * Common code of all queries by shape: a shape, given in the query or stored in another document,
 * and a relation. The coordinating node inserts the shapes of other documents.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type MappedField, parseShape, type ShapeOptions } from '@skein/mapping';
import {
  type GeoGeometry,
  matchNoneQuery,
  type Query,
  type ShapeRelation,
} from '@skein/search_library';
import { sourceValues } from '../fetch/source_values.js';
import { failure } from '../geo/geo_field.js';
import { queryGeoJson } from '../geo/query_geo_json.js';
import { BLIND, type Manners, readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { booleanOf, isScalar, textOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import { HEAVY, LEAF, type NeededDocument, notFilled, type QueryType } from './query_type.js';

interface FieldShape {
  readonly field: string;
  /** Null until the shape of another document is inserted. */
  readonly shape: JsonValue;
  /** The document that stores the shape, if it must be fetched. */
  readonly indexed: IndexedShape | undefined;
  readonly relation: ShapeRelation;
}

interface IndexedShape {
  readonly document: NeededDocument;
  readonly path: string;
}

export interface ShapeParams extends FieldShape {
  readonly ignoreUnmapped: boolean;
}

const MANNERS: Manners = {
  ...BLIND,
  unsupported: (_, option) => `query does not support [${option}]`,
};

/** `bind` gets a query whose shape is known, and the field. */
export function shapeQueryType(
  name: string,
  shapes: ShapeOptions,
  bind: (params: ShapeParams, mapped: MappedField) => Query,
): QueryType<ShapeParams> {
  return {
    name,
    parse(body, context) {
      let params: FieldShape | undefined;
      const draft = { ignoreUnmapped: false };
      const rest: Record<string, JsonValue> = {};
      for (const [key, json = null] of Object.entries(body)) {
        if (isJsonObject(json)) {
          if (params) throw parsingError(context, `point specified twice. [${key}]`, json);
          params = { field: key, ...readShape(json, { query: name, shapes, context }) };
        } else rest[key] = json;
      }
      const header = readOptions(
        { query: name, options: rest, context, manners: MANNERS },
        { ignore_unmapped: intoDraft(draft, 'ignoreUnmapped', booleanOf) },
      );
      const { ignoreUnmapped } = draft;
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
    bind(params, shard) {
      if (params.indexed !== undefined) throw notFilled();
      const mapped = shard.mapping.field(params.field);
      if (mapped) return bind(params, mapped);
      if (params.ignoreUnmapped) return matchNoneQuery(`unmapped field [${params.field}]`);
      throw failure(`failed to find type for field [${params.field}]`);
    },
  };
}

/** The error of a field whose type the query does not search. */
export function unsupportedField(
  query: string,
  field: string,
  { typeName }: MappedField,
): ApiError {
  return failure(`Field [${field}] is of unsupported type [${typeName}] for [${query}] query`);
}

interface Reading {
  readonly query: string;
  readonly shapes: ShapeOptions;
  readonly context: QueryParseContext;
}

const RELATIONS: readonly ShapeRelation[] = ['intersects', 'disjoint', 'within', 'contains'];

function readShape(
  options: JsonObject,
  { query, shapes, context }: Reading,
): Omit<FieldShape, 'field'> {
  let shape: JsonValue = null;
  let indexed: IndexedShape | undefined;
  let relation: ShapeRelation = 'intersects';
  for (const [key, json = null] of Object.entries(options)) {
    if (key === 'shape') {
      shape = queryShape(json);
      const geometry = shape === null ? undefined : parseShape(shape, shapes);
      // OpenSearch takes `POINT EMPTY` for no shape at all.
      if (typeof shape === 'string' && geometry && isEmpty(geometry)) shape = null;
    } else if (key === 'relation') {
      const asked = textOf(json).toLowerCase();
      const known = RELATIONS.find((each) => each === asked);
      if (known === undefined) {
        throw parsingError(context, `Unknown shape operation [${textOf(json)} ]`, options);
      }
      relation = known;
    } else if (key === 'indexed_shape') {
      if (!isJsonObject(json))
        throw parsingError(context, '[indexed_shape] must be an object', json);
      checkIndexedShape(json, context);
      indexed = indexedShape(query, json);
    } else throw parsingError(context, `query does not support [${key}]`, options);
  }
  if (shape === null && indexed === undefined) {
    throw new ApiError('illegal_argument_exception', 'either shape or indexedShapeId is required');
  }
  return { shape, indexed, relation };
}

function queryShape(json: JsonValue): JsonValue {
  return isJsonObject(json) ? queryGeoJson(json) : json;
}

function isEmpty(geometry: GeoGeometry): boolean {
  return Object.values(geometry).every(({ length }) => length === 0);
}

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

function indexedShape(query: string, { id, index, path, routing }: JsonObject): IndexedShape {
  const document: NeededDocument = {
    query,
    id: textOf(id ?? null),
    index: isScalar(index) ? textOf(index) : DEFAULT_INDEX,
    routing: isScalar(routing) ? textOf(routing) : undefined,
    mayBeMissing: false,
  };
  return { document, path: isScalar(path) ? textOf(path) : DEFAULT_PATH };
}

function shapeIn(source: JsonValue, { document: { id }, path }: IndexedShape): JsonValue {
  if (source === null) {
    throw new ApiError('illegal_argument_exception', `Shape with ID [${id}] not found`);
  }
  const [shape = null] = sourceValues(source, path);
  if (shape !== null) return queryShape(shape);
  throw new ApiError(
    'illegal_state_exception',
    `Shape with name [${id}] found but missing ${path} field`,
  );
}
