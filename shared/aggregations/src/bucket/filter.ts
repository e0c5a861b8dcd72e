/** `filter`: the documents that match a query. */
import type { AggregationNode } from '../aggregation_node.js';
import type { QueryData } from '../aggregation_shard.js';
import { aggregationType } from '../aggregation_type.js';
import { childrenOf } from '../collect/children.js';
import type { CollectScope } from '../collect/collector.js';
import { hasBit, Matching } from '../collect/matching.js';
import { scaledBuckets } from '../collect/scaled.js';
import { ChosenRows, type RowChoice } from './chosen_rows.js';
import { SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

function matchingRows(node: AggregationNode<QueryData>, { shard }: CollectScope): RowChoice {
  const matching = new Matching(shard.searcher, shard.query(node.options));
  return {
    segment: (reader) => matching.segment(reader),
    choose({ docs, owners, count }, { rows, buckets }) {
      const bits = matching.bits();
      let size = 0;
      for (let i = 0; i < count; i++) {
        if (!hasBit(bits, docs[i])) continue;
        rows[size] = i;
        buckets[size++] = owners[i];
      }
      return size;
    },
  };
}

export const filter = aggregationType<QueryData, SinglePart>({
  ...SINGLE_BUCKET,
  name: 'filter',
  parse: (json, { readQuery }) => readQuery(json),
  mapQueries: (query, change) => change.query(query),
  isShort: () => true,
  mergesSegments: () => true,
  collector: (node, scope) => {
    // Faults of children come before those of the query, as in OpenSearch.
    const children = childrenOf(node, scope);
    return new ChosenRows(matchingRows(node, scope), children);
  },
  scaled: scaledBuckets,
});
