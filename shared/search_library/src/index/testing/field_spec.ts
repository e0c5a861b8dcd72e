import type { FieldSpec } from '../../document/field_spec.js';

/** For tests: a field that has nothing but these parts. */
export function fieldSpec(name: string, parts: Partial<Omit<FieldSpec, 'name'>> = {}): FieldSpec {
  return { name, postings: 'none', norms: false, column: 'none', points: false, ...parts };
}
