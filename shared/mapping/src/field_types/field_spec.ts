/** Descriptions of the index fields that a mapped field makes. */
import type { FieldSpec } from '@skein/search_library';
import type { ParameterValues } from './parameter_values.js';

/** Describes a field that has neither postings, a column nor points, except for those `given`. */
export function fieldSpec(name: string, given: Partial<Omit<FieldSpec, 'name'>>): FieldSpec {
  return { name, postings: 'none', norms: false, column: 'none', points: false, ...given };
}

/** The column of a type whose searches read it: it exists if the field is indexed, too. */
export function searchedColumn<Column extends FieldSpec['column']>(
  values: ParameterValues,
  column: Column,
): Column | 'none' {
  return values.flag('index') || values.flag('doc_values') ? column : 'none';
}

/** Describes a field of exact terms or numbers, whose flags say what it has. */
export function exactSpec(
  name: string,
  values: ParameterValues,
  column: FieldSpec['column'],
): FieldSpec {
  return fieldSpec(name, {
    postings: values.flag('index') ? 'docs' : 'none',
    column: values.flag('doc_values') ? column : 'none',
  });
}
