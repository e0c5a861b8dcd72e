/** A boolean query of a segment in the form that kernels use. */
import type { SegmentReader } from '../../index/segment_reader.js';
import type { Weight } from '../query.js';
import { type KernelNode, withoutScore } from './kernel_node.js';

/** The weights of the clauses of a boolean query. */
export interface ClauseWeights {
  readonly must: readonly Weight[];
  readonly filter: readonly Weight[];
  readonly should: readonly Weight[];
  readonly mustNot: readonly Weight[];
  /** 0: `should` clauses only add to the score. */
  readonly minimum: number;
  readonly needsScores: boolean;
}

/** Returns `undefined` if kernels cannot process some clause. */
export function booleanNode(
  weights: ClauseWeights,
  segment: SegmentReader,
): KernelNode | undefined {
  const { minimum, needsScores } = weights;
  const must = kernelNodes(weights.must, segment, needsScores);
  const filter = kernelNodes(weights.filter, segment, false);
  const should = kernelNodes(weights.should, segment, needsScores);
  const mustNot = kernelNodes(weights.mustNot, segment, false);
  if (must === undefined || filter === undefined) return undefined;
  if (should === undefined || mustNot === undefined) return undefined;
  // Without scores, required clauses and filters are equivalent.
  if (needsScores) return { kind: 'boolean', must, filter, should, mustNot, minimum };
  const onlyFilters = must.filter(({ kind }) => kind === 'range' || kind === 'docs');
  return {
    kind: 'boolean',
    must: must.filter((one) => !onlyFilters.includes(one)),
    filter: [...filter, ...onlyFilters],
    should,
    mustNot,
    minimum,
  };
}

export function kernelNodes(
  weights: readonly Weight[],
  segment: SegmentReader,
  needsScores: boolean,
): KernelNode[] | undefined {
  const nodes: KernelNode[] = [];
  for (const weight of weights) {
    const node = weight.kernel?.(segment);
    if (node === undefined) return undefined;
    nodes.push(needsScores ? node : withoutScore(node));
  }
  return nodes;
}
