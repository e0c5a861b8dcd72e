/** The common parameters and members of the types of points and shapes, on the globe or a plane. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { isRightHanded } from '../geo_shape/geo_json.js';
import type { ShapeOptions } from '../geo_shape/parse_shape.js';
import type { MappedField } from './field_type.js';
import { forgiving } from './malformed.js';
import {
  coerce,
  docValuesFlag,
  flag,
  ignoreMalformed,
  indexFlag,
  meta,
  nullValue,
  type Parameter,
  storeFlag,
} from './parameter.js';
import type { ParameterValues } from './parameter_values.js';

const ignoreZValue = flag('ignore_z_value', true, { updatable: true, explicit: true });

const orientation: Parameter = {
  name: 'orientation',
  default: 'RIGHT',
  updatable: true,
  explicit: true,
  parse: (value) => (isRightHanded(value) ? 'RIGHT' : 'LEFT'),
};

/** The parameters of shapes, except for `meta`, which comes after those of one type alone. */
export const SHAPE_PARAMETERS: readonly Parameter[] = [
  indexFlag,
  docValuesFlag,
  storeFlag,
  ignoreMalformed,
  ignoreZValue,
  { ...coerce, defaultFrom: () => false },
  orientation,
];

/** The values of `SHAPE_PARAMETERS` that say how a shape is read. */
export function shapeOptions(values: ParameterValues): ShapeOptions {
  return {
    ignoreZ: values.flag('ignore_z_value'),
    coerce: values.flag('coerce'),
    rightHanded: values.text('orientation') !== 'LEFT',
  };
}

/** The parameters of points; `nullPoint` reads `null_value`. */
export function pointParameters(nullPoint: (value: JsonValue) => JsonValue): readonly Parameter[] {
  return [
    ignoreMalformed,
    ignoreZValue,
    indexFlag,
    docValuesFlag,
    storeFlag,
    { ...nullValue, parse: nullPoint },
    meta,
  ];
}

type GeometryMembers = Pick<
  MappedField,
  'stored' | 'searchable' | 'faults' | 'takesWords' | 'indexOrder' | 'index' | 'termQuery'
>;

/** `add` indexes one value of the document. */
export function geometryMembers(
  path: string,
  values: ParameterValues,
  add: MappedField['index'],
): GeometryMembers {
  return {
    stored: values.flag('store'),
    searchable: values.flag('index'),
    faults: 'field',
    takesWords: false,
    indexOrder: 'own',
    index: values.flag('ignore_malformed') ? forgiving(path, add) : add,
    termQuery: () => {
      throw new ApiError(
        'query_shard_exception',
        `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${path}]`,
      );
    },
  };
}
