/**
 * Shapes on a plane, as GeoJSON or well-known text: `xy_shape` of OpenSearch's geospatial plugin,
 * `shape` of Elasticsearch. Coordinates are floats without a unit.
 */
import type { ShapeOptions } from '../geo_shape/parse_shape.js';
import { fieldSpec, searchedColumn } from './field_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { shapeAdder } from './geo_shape.js';
import { geometryMembers, SHAPE_PARAMETERS, shapeOptions } from './geometry_field.js';
import { mappedField } from './mapped_field.js';
import { meta } from './parameter.js';

function planeShapeType(name: string): FieldTypeDefinition {
  return {
    name,
    plainParameters: true,
    parameters: [...SHAPE_PARAMETERS, meta],
    build: (path, values) => {
      const spec = fieldSpec(path, { column: searchedColumn(values, 'plane') });
      const options: ShapeOptions = { ...shapeOptions(values), isPlane: true };
      const add = shapeAdder(spec, { ...options, stored: values.flag('store') });
      return mappedField({
        name: path,
        typeName: name,
        spec,
        ...geometryMembers(path, values, add),
        aggregatable: false,
        values: { kind: 'plane', isPoint: false },
        shownValues: (value) => [value],
      });
    },
  };
}

export const xyShape = planeShapeType('xy_shape');
export const shape = planeShapeType('shape');
