/** `geo_shape`: points, lines and areas, as GeoJSON or well-known text. */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldSpec, type GeoGeometry, GLOBE, PLANE, triangulate } from '@skein/search_library';
import { parseShape, type ShapeOptions } from '../geo_shape/parse_shape.js';
import { shownShape } from '../geo_shape/shown_shape.js';
import { nameUnindexed, storeValue } from './field_names_spec.js';
import { fieldSpec, searchedColumn } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { geometryMembers, SHAPE_PARAMETERS, shapeOptions } from './geometry_field.js';
import { mappedField, requireDocValues } from './mapped_field.js';
import { meta } from './parameter.js';
import {
  isTermStrategy,
  PREFIX_TREE_PARAMETERS,
  requirePoints,
  takesPointsOnly,
} from './prefix_tree.js';

export const geoShape: FieldTypeDefinition = {
  name: 'geo_shape',
  plainParameters: true,
  parameters: [...SHAPE_PARAMETERS, ...PREFIX_TREE_PARAMETERS, meta],
  build: (path, values) => {
    const spec = fieldSpec(path, { column: searchedColumn(values, 'shape') });
    const pointsOnly = takesPointsOnly(values);
    const options = shapeOptions(values);
    const add = shapeAdder(spec, {
      ...options,
      stored: values.flag('store'),
      check: (geometry) => {
        if (pointsOnly) requirePoints(path, geometry);
      },
    });
    return mappedField({
      name: path,
      typeName: 'geo_shape',
      spec,
      ...geometryMembers(path, values, add),
      aggregatable: values.flag('doc_values'),
      values: { kind: 'shape' },
      sortField(this: MappedField) {
        requireDocValues(this);
        throw new ApiError(
          'illegal_argument_exception',
          "can't sort on geo_shape field without using specific sorting feature, like geo_distance",
        );
      },
      takesFormat: true,
      shownValues: (value, { format }) =>
        isShape(value, options) ? [shownShape(value, format, options.rightHanded)] : [],
      onlyIntersects: isTermStrategy(values),
    });
  },
};

/** False for a value that `ignore_malformed` passed over. */
function isShape(value: JsonValue, options: ShapeOptions): boolean {
  try {
    parseShape(value, options);
    return true;
  } catch (thrown) {
    if (thrown instanceof ApiError) return false;
    throw thrown;
  }
}

interface Adding extends ShapeOptions {
  readonly stored: boolean;
  readonly check?: (geometry: GeoGeometry) => void;
}

/** Returns a function that indexes a shape. */
export function shapeAdder(spec: FieldSpec, options: Adding): MappedField['index'] {
  return (value, sink) => {
    const geometry = shapeOf(value, options);
    options.check?.(geometry);
    if (options.stored) storeValue(spec, value, sink);
    else nameUnindexed(spec, sink);
    if (spec.column !== 'none') addGeometry(geometry, spec, sink);
  };
}

export function addGeometry(geometry: GeoGeometry, spec: FieldSpec, sink: FieldSink): void {
  const corners: number[] = [];
  const flags: number[] = [];
  const add = (triangle: readonly number[], kind: number): void => {
    corners.push(...triangle);
    flags.push(kind);
  };
  triangulate(geometry, add, spec.column === 'plane' ? PLANE : GLOBE);
  sink.add({ kind: 'shape', spec, corners, flags });
}

/**
 * As in OpenSearch's parser, an error inside a GeoJSON object is the cause of an error about the
 * object.
 */
function shapeOf(value: JsonValue, options: ShapeOptions) {
  try {
    return parseShape(value, options);
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || !isJsonObject(value)) throw thrown;
    const isPlain =
      thrown.type === 'unsupported_operation_exception' ||
      thrown.type === 'invalid_shape_exception' ||
      thrown.message === 'Required [type]' ||
      thrown.message.startsWith('found Z value');
    if (isPlain) throw thrown;
    throw new ApiError(
      'x_content_parse_exception',
      'Failed to build [geojson] after last required field arrived',
      { cause: thrown },
    );
  }
}
