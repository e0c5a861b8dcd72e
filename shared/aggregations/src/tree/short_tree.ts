/** Decides whether a thread that must not be held up may try the aggregations of a request. */
import { aggregationNamed } from '../registry.js';
import type { AggregationTree } from './parse_tree.js';

/** Buckets multiply with each level of the tree. */
const MAX_LEVELS = 3;

export function isShortTree({ children, pipelines }: AggregationTree, level = 1): boolean {
  if (pipelines.length > 0 || (children.length > 0 && level > MAX_LEVELS)) return false;
  return children.every(
    (node) => aggregationNamed(node.type).isShort?.(node) === true && isShortTree(node, level + 1),
  );
}
