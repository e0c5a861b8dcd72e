/** Field types by the name mappings use. */
import type { JsonValue } from '@skein/content';
import * as all from './all.js';
import type { FieldTypeDefinition } from './field_type.js';

const BY_NAME: ReadonlyMap<string, FieldTypeDefinition> = new Map(
  Object.values(all).map((definition) => [definition.name, definition]),
);

export function fieldTypeNamed(name: string): FieldTypeDefinition | undefined {
  return BY_NAME.get(name);
}

/** Types that have no values of their own: the tree of the mapping knows them. */
const STRUCTURES = ['object', 'nested', 'alias'];

/** Every `type` of a property, in order. */
export function propertyTypeNames(): readonly string[] {
  return [...BY_NAME.keys(), ...STRUCTURES].sort();
}

/** The parameters of all types with their defaults; the first type that has one decides. */
export function parameterDefaults(): ReadonlyMap<string, JsonValue> {
  const parameters = [...BY_NAME.values()].flatMap((type) => type.parameters);
  return new Map(parameters.map(({ name, default: value }) => [name, value] as const).reverse());
}
