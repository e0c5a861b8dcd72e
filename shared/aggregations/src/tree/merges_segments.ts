/** Whether a tree may be collected by several threads, each some of a shard's segments. */
import type { AggregationShard } from '../aggregation_shard.js';
import { aggregationNamed } from '../registry.js';
import { type AggregationTree, needsScores } from './parse_tree.js';

/** What comes of the parts that are put together is what one collector would have found, but for the last bit of sums. */
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
