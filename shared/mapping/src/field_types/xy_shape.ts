/**
 * Shapes on a plane, as GeoJSON or well-known text: `xy_shape` of OpenSearch's geospatial plugin,
 * `shape` of Elasticsearch. Coordinates are floats without a unit.
 */
import type { FieldSpec } from '@skein/search_library';
import type { FieldTypeDefinition } from './field_type.js';
import { orientation, refuseExact, shapeAdder } from './geo_shape.js';
import { forgiving } from './malformed.js';
import { mappedField } from './mapped_field.js';
import {
  coerce,
  docValuesFlag,
  flag,
  ignoreMalformed,
  indexFlag,
  meta,
  storeFlag,
} from './parameter.js';

function planeShapeType(name: string): FieldTypeDefinition {
  return {
    name,
    plainParameters: true,
    parameters: [
      indexFlag,
      docValuesFlag,
      storeFlag,
      ignoreMalformed,
      flag('ignore_z_value', true, { updatable: true, explicit: true }),
      { ...coerce, defaultFrom: () => false },
      orientation,
      meta,
    ],
    build: (path, values) => {
      const spec: FieldSpec = {
        name: path,
        postings: 'none',
        norms: false,
        column: values.flag('index') || values.flag('doc_values') ? 'plane' : 'none',
        points: false,
      };
      const stored = values.flag('store');
      const add = shapeAdder(spec, {
        stored,
        isPlane: true,
        ignoreZ: values.flag('ignore_z_value'),
        coerce: values.flag('coerce'),
        rightHanded: values.text('orientation') !== 'LEFT',
      });
      return mappedField({
        name: path,
        typeName: name,
        spec,
        stored,
        searchable: values.flag('index'),
        aggregatable: false,
        values: { kind: 'plane', isPoint: false },
        faults: 'field',
        takesWords: false,
        indexOrder: 'own',
        readsStructures: true,
        index: values.flag('ignore_malformed') ? forgiving(path, add) : add,
        termQuery: () => refuseExact(path),
        shownValues: (value) => [value],
      });
    },
  };
}

export const xyShape = planeShapeType('xy_shape');
export const shape = planeShapeType('shape');
