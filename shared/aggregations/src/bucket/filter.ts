/** `filter`: the documents that match a query. */
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { QueryData } from '../aggregation_shard.js';
import { aggregationType } from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { hasBit, Matching } from '../collect/matching.js';
import { RowBuffer } from '../collect/row_buffer.js';
import { scaledBuckets } from '../collect/scaled.js';
import { OwnerCounts, SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

class FilterCollector implements Collector<SinglePart> {
  readonly #matching: Matching;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  readonly #kept = new RowBuffer();

  constructor(node: AggregationNode<QueryData>, scope: CollectScope) {
    const { shard } = scope;
    // Faults of children come before those of the query, as in OpenSearch.
    this.#children = childrenOf(node, scope);
    this.#matching = new Matching(shard.searcher, shard.query(node.options));
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#matching.segment(reader);
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const bits = this.#matching.bits();
    const { docs, owners, count } = block;
    const kept = this.#kept;
    kept.open(count, 1);
    const { rows, buckets } = kept;
    let size = 0;
    for (let i = 0; i < count; i++) {
      if (!hasBit(bits, docs[i])) continue;
      rows[size] = i;
      buckets[size++] = owners[i];
    }
    kept.count = size;
    this.#counts.addBuffered(block, kept, this.#children);
  }

  build(owners: Uint32Array): SinglePart {
    return this.#counts.build(owners, this.#children);
  }
}

export const filter = aggregationType<QueryData, SinglePart>({
  ...SINGLE_BUCKET,
  name: 'filter',
  parse: (json, { readQuery }) => readQuery(json),
  mapQueries: (query, change) => change.query(query),
  isShort: () => true,
  mergesSegments: () => true,
  collector: (node, scope) => new FilterCollector(node, scope),
  scaled: scaledBuckets,
});
