/** Numbers of a sample, as of all documents. Counts are rounded, as Elasticsearch rounds them. */
import type { AggregationNode, Scaling } from '../aggregation_type.js';

export function scaledCounts(counts: Float64Array, { probability }: Scaling): Float64Array {
  return counts.map((count) => Math.round(count / probability));
}

/** -1 says that nobody knows. */
export function scaledErrors(errors: Float64Array, { probability }: Scaling): Float64Array {
  return errors.map((error) => (error < 0 ? error : Math.round(error / probability)));
}

export function scaledSums(sums: Float64Array, { probability }: Scaling): Float64Array {
  return sums.map((sum) => sum / probability);
}

/** Of any type whose buckets grow by counts and children alone. */
export function scaledBuckets<
  P extends { readonly counts: Float64Array; readonly children: readonly unknown[] },
>(node: AggregationNode, part: P, scaling: Scaling): P {
  return {
    ...part,
    counts: scaledCounts(part.counts, scaling),
    children: scaling.children(node, part.children),
  };
}

/** What does not grow with the documents. */
export function asSampled<P>(_node: AggregationNode, part: P): P {
  return part;
}
