/** A boolean query of a segment as kernels know it. */
import type { SegmentReader } from '../../index/segment_reader.js';
import type { Weight } from '../query.js';
import type { KernelNode } from './kernel_node.js';

export interface BooleanWeights {
  readonly must: readonly Weight[];
  readonly filter: readonly Weight[];
  readonly should: readonly Weight[];
  readonly mustNot: readonly Weight[];
  /** 0: `should` clauses only add to the score. */
  readonly minimum: number;
  readonly needsScores: boolean;
}

/** `undefined`: some clause is none for kernels. */
export function booleanNode(
  weights: BooleanWeights,
  segment: SegmentReader,
): KernelNode | undefined {
  const must = kernelNodes(weights.must, segment);
  const filter = kernelNodes(weights.filter, segment);
  const should = kernelNodes(weights.should, segment);
  const mustNot = kernelNodes(weights.mustNot, segment);
  if (must === undefined || filter === undefined) return undefined;
  if (should === undefined || mustNot === undefined) return undefined;
  const { minimum, needsScores } = weights;
  // Without scores there is no difference, and a range may only be a filter.
  const ranges = needsScores ? [] : must.filter(({ kind }) => kind === 'range');
  return {
    kind: 'boolean',
    must: must.filter((one) => !ranges.includes(one)),
    filter: [...filter, ...ranges],
    should,
    mustNot,
    minimum,
  };
}

function kernelNodes(weights: readonly Weight[], segment: SegmentReader): KernelNode[] | undefined {
  const nodes: KernelNode[] = [];
  for (const weight of weights) {
    const node = weight.kernel?.(segment);
    if (node === undefined) return undefined;
    nodes.push(node);
  }
  return nodes;
}
