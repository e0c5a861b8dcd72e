/** `geo_shape` on points: those inside an area. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { geoAreaQuery, matchNoneQuery, type Query } from '@skein/search_library';
import { failure } from '../geo/geo_field.js';
import { shapeArea } from '../geo/shape_area.js';
import { readOptions } from './header.js';
import { booleanOf, textOf } from './options.js';
import type { QueryType } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

interface ShapeParams {
  readonly field: string;
  readonly shape: JsonValue;
  readonly relation: string;
}

export const geo_shape: QueryType = {
  name: 'geo_shape',
  parse(body, context) {
    let params: ShapeParams | undefined;
    let ignoreUnmapped = false;
    const rest: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonObject(json)) params = { field: key, ...readShape(json, context) };
      else rest[key] = json;
    }
    const header = readOptions(
      { query: 'geo_shape', options: rest, context },
      {
        ignore_unmapped: (json) => {
          ignoreUnmapped = booleanOf(json);
        },
      },
    );
    if (!params) throw parsingError(context, 'No shape defined', body);
    const shaped = params;
    return { ...header, toQuery: (shard) => bindShape(shaped, ignoreUnmapped, shard) };
  },
};

const RELATIONS: ReadonlySet<string> = new Set(['intersects', 'disjoint', 'within', 'contains']);

function readShape(options: JsonObject, context: QueryParseContext): Omit<ShapeParams, 'field'> {
  let shape: JsonValue = null;
  let relation = 'intersects';
  for (const [key, json = null] of Object.entries(options)) {
    if (key === 'shape') shape = json;
    else if (key === 'relation') {
      relation = textOf(json).toLowerCase();
      if (!RELATIONS.has(relation)) {
        throw parsingError(context, `Unknown shape operation [${textOf(json)} ]`, options);
      }
    } else if (key === 'indexed_shape') {
      throw parsingError(context, '[geo_shape] option [indexed_shape] is not supported yet', json);
    } else throw parsingError(context, `[geo_shape] query does not support [${key}]`, options);
  }
  if (shape === null) {
    throw new ApiError('illegal_argument_exception', 'either shape or indexedShapeId is required');
  }
  return { shape, relation };
}

function bindShape(
  { field, shape, relation }: ShapeParams,
  ignoreUnmapped: boolean,
  shard: QueryShardContext,
): Query {
  const mapped = shard.mapping.field(field);
  if (!mapped) {
    if (ignoreUnmapped) return matchNoneQuery(`unmapped field [${field}]`);
    throw failure(`failed to find geo field [${field}]`);
  }
  if (mapped.typeName !== 'geo_point') {
    throw failure(
      `Field [${field}] is of unsupported type [${mapped.typeName}] for [geo_shape] query`,
    );
  }
  if (relation !== 'intersects') {
    throw failure(`${relation.toUpperCase()} query relation not supported for Field [${field}].`);
  }
  return geoAreaQuery(mapped.spec.name, shapeArea(shape, field));
}
