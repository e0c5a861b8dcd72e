/**
 * Numbers of a sample, extrapolated to all documents. Counts are rounded as Elasticsearch rounds
 * them.
 */
import type { AggregationNode } from '../aggregation_node.js';
import type { Scaling } from '../aggregation_type.js';

export function scaledCounts(counts: Float64Array, { probability }: Scaling): Float64Array {
  return counts.map((count) => Math.round(count / probability));
}

/** Scales the errors of counts. -1, an unknown error, stays. */
export function scaledErrors(errors: Float64Array, { probability }: Scaling): Float64Array {
  return errors.map((error) => (error < 0 ? error : Math.round(error / probability)));
}

export function scaledSums(sums: Float64Array, { probability }: Scaling): Float64Array {
  return sums.map((sum) => sum / probability);
}

/** Scales the part of a type whose buckets grow only in their counts and children. */
export function scaledBuckets<
  P extends { readonly counts: Float64Array; readonly children: readonly unknown[] },
>(node: AggregationNode, part: P, scaling: Scaling): P {
  return {
    ...part,
    counts: scaledCounts(part.counts, scaling),
    children: scaling.children(node, part.children),
  };
}

/** Returns a part that does not grow with the number of documents. */
export function asSampled<P>(_node: AggregationNode, part: P): P {
  return part;
}
