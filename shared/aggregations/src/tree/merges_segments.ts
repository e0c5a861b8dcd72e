/** Decides whether several threads may collect a tree, each from some of a shard's segments. */
import type { AggregationShard } from '../aggregation_shard.js';
import { aggregationNamed } from '../registry.js';
import { type AggregationTree, needsScores } from './parse_tree.js';

/** True if the merged parts equal those of a single collector, except for the last bit of sums. */
export function mergesSegments(tree: AggregationTree, shard: AggregationShard): boolean {
  return !needsScores(tree) && allMerge(tree, shard);
}

function allMerge(
  { children }: Pick<AggregationTree, 'children'>,
  shard: AggregationShard,
): boolean {
  return children.every(
    (node) =>
      aggregationNamed(node.type).mergesSegments?.(node, shard) === true && allMerge(node, shard),
  );
}
