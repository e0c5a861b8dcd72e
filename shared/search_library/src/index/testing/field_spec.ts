import type { FieldSpec } from '../../document/field_spec.js';

/** For tests: a field that has nothing but these parts. */
export function fieldSpec(name: string, parts: Partial<Omit<FieldSpec, 'name'>> = {}): FieldSpec {
  return { name, postings: 'none', norms: false, column: 'none', points: false, ...parts };
}

/** A field of vectors of two dimensions, without a graph. */
export const VECTOR = fieldSpec('vector', {
  column: 'vector',
  vector: { dimension: 2, space: 'l2', element: 'float', graph: undefined },
});

export const SHAPE = fieldSpec('shape', { column: 'shape' });
