/** Refuses sub-aggregations in buckets of values that stand for several values. */
import { ApiError } from '@skein/errors';
import type { AggregationNode } from '../aggregation_node.js';
import type { NumberSource } from '../values/number_source.js';

/** `called` is the name of the aggregation in Elasticsearch's error message. */
export function requireAlone(node: AggregationNode, source: NumberSource, called: string): void {
  if (source.isWeighted !== true || node.children.length === 0) return;
  throw new ApiError(
    'illegal_argument_exception',
    `${called} aggregation on histogram fields does not support sub-aggregations`,
  );
}
