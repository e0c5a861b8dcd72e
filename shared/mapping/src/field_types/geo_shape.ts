/** `geo_shape`: points, lines and areas, as GeoJSON or well-known text. */
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldSpec, type GeoGeometry, GLOBE, PLANE, triangulate } from '@skein/search_library';
import { isRightHanded } from '../geo_shape/geo_json.js';
import { parseShape, type ShapeOptions } from '../geo_shape/parse_shape.js';
import { storeValue } from './field_names_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { forgiving } from './malformed.js';
import { mappedField } from './mapped_field.js';
import {
  coerce,
  docValuesFlag,
  flag,
  ignoreMalformed,
  indexFlag,
  meta,
  type Parameter,
  storeFlag,
} from './parameter.js';
import {
  isTermStrategy,
  PREFIX_TREE_PARAMETERS,
  requirePoints,
  takesPointsOnly,
} from './prefix_tree.js';

export const orientation: Parameter = {
  name: 'orientation',
  default: 'RIGHT',
  updatable: true,
  explicit: true,
  parse: (value) => (isRightHanded(value) ? 'RIGHT' : 'LEFT'),
};

export const geoShape: FieldTypeDefinition = {
  name: 'geo_shape',
  plainParameters: true,
  parameters: [
    indexFlag,
    docValuesFlag,
    storeFlag,
    ignoreMalformed,
    flag('ignore_z_value', true, { updatable: true, explicit: true }),
    { ...coerce, defaultFrom: () => false },
    orientation,
    ...PREFIX_TREE_PARAMETERS,
    meta,
  ],
  build: (path, values) => {
    const spec: FieldSpec = {
      name: path,
      postings: 'none',
      norms: false,
      column: values.flag('index') || values.flag('doc_values') ? 'shape' : 'none',
      points: false,
    };
    const stored = values.flag('store');
    const pointsOnly = takesPointsOnly(values);
    const options: ShapeOptions = {
      ignoreZ: values.flag('ignore_z_value'),
      coerce: values.flag('coerce'),
      rightHanded: values.text('orientation') !== 'LEFT',
    };
    const add = shapeAdder(spec, {
      ...options,
      stored,
      check: (geometry) => {
        if (pointsOnly) requirePoints(path, geometry);
      },
    });
    return mappedField({
      name: path,
      typeName: 'geo_shape',
      spec,
      stored,
      searchable: values.flag('index'),
      aggregatable: false,
      values: { kind: 'shape' },
      faults: 'field',
      takesWords: false,
      indexOrder: 'own',
      takesFormat: true,
      onlyIntersects: isTermStrategy(values),
      readsStructures: true,
      index: values.flag('ignore_malformed') ? forgiving(path, add) : add,
      termQuery: () => refuseExact(path),
    });
  },
};

export function refuseExact(path: string): never {
  throw new ApiError(
    'query_shard_exception',
    `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${path}]`,
  );
}

interface Adding extends ShapeOptions {
  readonly stored: boolean;
  readonly check?: (geometry: GeoGeometry) => void;
}

/** Returns a function that indexes a shape, or each of several. */
export function shapeAdder(spec: FieldSpec, options: Adding): MappedField['index'] {
  const addShape = (value: JsonValue, sink: FieldSink): void => {
    const geometry = shapeOf(value, options);
    options.check?.(geometry);
    if (options.stored) storeValue(spec, value, sink);
    if (spec.column !== 'none') addGeometry(geometry, spec, sink);
  };
  return (value, sink) => {
    const shapes = isJsonArray(value) && value.some(isJsonObject) ? value : [value];
    for (const shape of shapes) if (shape !== null) addShape(shape, sink);
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
