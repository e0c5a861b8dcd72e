/**
 * Shapes and points on a plane with a given relation to another shape: `xy_shape` of OpenSearch's
 * geospatial plugin and `shape` of Elasticsearch. They differ in the error for shapes that cannot
 * be used on points.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type MappedField, parseShape, type ShapeOptions } from '@skein/mapping';
import { type GeoGeometry, geoShapeQuery, PLANE, type Query } from '@skein/search_library';
import { distanceMeters } from '../geo/distance_unit.js';
import { failure } from '../geo/geo_field.js';
import { filteredOnly } from './geo_shape.js';
import { type ShapeParams, shapeQueryType, unsupportedField } from './related_shape.js';

/** Radii may still have a unit: metres are units of the plane. */
const QUERY_SHAPES: ShapeOptions = {
  ignoreZ: true,
  coerce: false,
  rightHanded: true,
  isPlane: true,
  isQuery: true,
  radiusMeters: (json: JsonValue) => distanceMeters(json),
};

type RefuseShape = (field: string, shape: string) => string;

function planeQuery(name: string, refusal: RefuseShape) {
  const bind = (params: ShapeParams, mapped: MappedField): Query => {
    const { field, relation } = params;
    if (mapped.values.kind !== 'plane') throw unsupportedField(name, field, mapped);
    const geometry = parseShape(params.shape, QUERY_SHAPES);
    if (mapped.values.isPoint) checkForPoints(params, geometry, refusal);
    if (relation === 'within' && geometry.lines.length > 0) {
      throw new ApiError(
        'illegal_argument_exception',
        'XYShapeQuery does not support WITHIN queries with line geometries',
      );
    }
    const { name: column } = mapped.spec;
    return filteredOnly(geoShapeQuery(column, relation, geometry, PLANE));
  };
  return shapeQueryType(name, QUERY_SHAPES, bind);
}

function checkForPoints(
  { field, relation }: ShapeParams,
  { points, lines }: GeoGeometry,
  refusal: RefuseShape,
): void {
  if (relation !== 'intersects') {
    throw failure(`${relation.toUpperCase()} query relation not supported for Field [${field}].`);
  }
  if (lines.length > 0) {
    throw failure(refusal(field, lines.length > 1 ? 'MULTILINESTRING' : 'LINESTRING'));
  }
  if (points.length > 0) throw failure(refusal(field, points.length > 2 ? 'MULTIPOINT' : 'POINT'));
}

export const xy_shape = planeQuery(
  'xy_shape',
  (field, shape) => `Field [${field}] found an unsupported shape [${shape}]`,
);
export const shape = planeQuery(
  'shape',
  (field, given) => `Field [${field}] does not support ${given} queries`,
);
