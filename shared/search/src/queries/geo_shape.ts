/**
 * `geo_shape`: shapes with a given relation to another shape, and points inside an area, on the
 * globe.
 */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type MappedField, parseShape, type ShapeOptions } from '@skein/mapping';
import {
  boostQuery,
  constantScoreQuery,
  geoAreaQuery,
  geoShapeQuery,
  type Query,
  type ShapeRelation,
} from '@skein/search_library';
import { distanceMeters } from '../geo/distance_unit.js';
import { failure } from '../geo/geo_field.js';
import { shapeArea } from '../geo/shape_area.js';
import { type ShapeParams, shapeQueryType, unsupportedField } from './related_shape.js';

const QUERY_SHAPES: ShapeOptions = {
  ignoreZ: true,
  coerce: false,
  rightHanded: true,
  isQuery: true,
  radiusMeters: (json) => distanceMeters(json),
};

export const geo_shape = shapeQueryType('geo_shape', QUERY_SHAPES, bindShape);

function bindShape({ field, shape, relation }: ShapeParams, mapped: MappedField): Query {
  if (mapped.values.kind === 'shape') return shapesRelated(mapped, shape, relation);
  if (mapped.values.kind !== 'point') throw unsupportedField('geo_shape', field, mapped);
  if (relation !== 'intersects') {
    throw failure(`${relation.toUpperCase()} query relation not supported for Field [${field}].`);
  }
  return filteredOnly(geoAreaQuery(mapped.spec.name, shapeArea(shape, field)));
}

/** OpenSearch uses shapes only as filters: without other clauses the score is 0. */
export function filteredOnly(query: Query): Query {
  return boostQuery(constantScoreQuery(query), 0);
}

function shapesRelated(mapped: MappedField, json: JsonValue, relation: ShapeRelation): Query {
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
  const related = geoShapeQuery(mapped.spec.name, relation, geometry);
  return filteredOnly(related);
}
