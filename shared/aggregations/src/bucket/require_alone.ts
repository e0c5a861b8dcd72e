/** Buckets of values that stand for many have nothing inside: there are no documents to go by. */
import { ApiError } from '@skein/errors';
import type { AggregationNode } from '../aggregation_type.js';
import type { NumberSource } from '../values/number_source.js';

/** `called`: the aggregation, as Elasticsearch's message has it. */
export function requireAlone(node: AggregationNode, source: NumberSource, called: string): void {
  if (source.isWeighted !== true || node.children.length === 0) return;
  throw new ApiError(
    'illegal_argument_exception',
    `${called} aggregation on histogram fields does not support sub-aggregations`,
  );
}
