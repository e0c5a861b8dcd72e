/**
 * A field of a type that no mapping has, with nothing said of it: what `unmapped_type` sorts by.
 */

import type { MappedField } from './field_types/field_type.js';
import { parseParameters } from './field_types/parameter_values.js';
import { fieldTypeNamed } from './field_types/registry.js';
import { fieldTypeContext, type MappingContext } from './mapping_context.js';

/**
 * `undefined`: there is no such type. Throws as a mapping of the type would, when something has to
 * be said of it.
 */
export function unmappedField(typeName: string, mapping: MappingContext): MappedField | undefined {
  const definition = fieldTypeNamed(typeName);
  if (definition === undefined) return undefined;
  const context = fieldTypeContext(mapping);
  const path = `__anonymous_${typeName}`;
  return definition.build(path, parseParameters(definition, path, {}, context), context);
}
