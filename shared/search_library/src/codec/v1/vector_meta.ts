/** The spec of a vector field as the numbers of its part. */
import type { VectorElement, VectorSpace, VectorSpec } from '../../vectors/vector_spec.js';

const SPACES: readonly VectorSpace[] = ['l2', 'cosine', 'dot', 'inner_product'];
const ELEMENTS: readonly VectorElement[] = ['float', 'byte'];

export function vectorMeta({ dimension, space, element, graph }: VectorSpec): number[] {
  const links = graph === undefined ? [0, 0] : [graph.m, graph.efConstruction];
  return [dimension, SPACES.indexOf(space), ELEMENTS.indexOf(element), ...links];
}

export function vectorSpecOf(meta: readonly number[]): VectorSpec {
  const [dimension, space, element, m, efConstruction] = meta;
  return {
    dimension,
    space: SPACES[space],
    element: ELEMENTS[element],
    graph: m === 0 ? undefined : { m, efConstruction },
  };
}
