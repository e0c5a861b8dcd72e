/** Changes the queries in the aggregations of a request, at any depth. */
import type { AggregationNode } from '../aggregation_node.js';
import type { QueryChange } from '../aggregation_type.js';
import { aggregationNamed } from '../registry.js';
import type { AggregationTree } from './parse_tree.js';

/** The tree with each of its queries changed. */
export function mapAggregationQueries<T extends Pick<AggregationTree, 'children'>>(
  tree: T,
  change: QueryChange,
): T {
  return { ...tree, children: tree.children.map((node) => mapNode(node, change)) };
}

function mapNode(node: AggregationNode, change: QueryChange): AggregationNode {
  const { mapQueries } = aggregationNamed(node.type);
  const options = mapQueries ? mapQueries(node.options, change) : node.options;
  return mapAggregationQueries({ ...node, options }, change);
}
