/**
 * A field with the default options of a type, outside of any mapping: used for sorting by
 * `unmapped_type`.
 */

import type { MappedField } from './field_types/field_type.js';
import { parseParameters } from './field_types/parameter_values.js';
import { fieldTypeNamed } from './field_types/registry.js';
import { fieldTypeContext, type MappingContext } from './mapping_context.js';

/** Undefined if the type does not exist. Throws as a mapping would if the type requires options. */
export function unmappedField(typeName: string, mapping: MappingContext): MappedField | undefined {
  const definition = fieldTypeNamed(typeName);
  if (definition === undefined) return undefined;
  const context = fieldTypeContext(mapping);
  const path = `__anonymous_${typeName}`;
  return definition.build(path, parseParameters(definition, path, {}, context), context);
}
