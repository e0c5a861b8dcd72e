/** `missing`: the documents without a value. */
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType } from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { RowBuffer } from '../collect/row_buffer.js';
import { scaledBuckets } from '../collect/scaled.js';
import { scriptScores } from '../metric/script_scores.js';
import { readRows } from '../metric/value_count.js';
import { resolveValues } from '../values/resolve_values.js';
import { TERM_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { OwnerCounts, SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

class MissingCollector implements Collector<SinglePart> {
  readonly #open: ReturnType<typeof readRows>;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  #read: ReturnType<ReturnType<typeof readRows>> | undefined;
  readonly #kept = new RowBuffer();

  constructor(node: AggregationNode<ValuesOptions>, scope: CollectScope) {
    this.#open = readRows(
      resolveValues(node.options, scope.shard, {
        type: 'missing',
        kinds: ['number', 'term', 'range', 'geo'],
        standard: 'term',
      }),
    );
    this.#children = childrenOf(node, scope);
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#read = this.#open(reader);
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const found = this.#read?.(block);
    if (found === undefined) return;
    const { owners, count } = block;
    const kept = this.#kept;
    kept.open(count, 1);
    const { rows, buckets } = kept;
    let size = 0;
    let at = 0;
    // `found.rows` has one element per value, ascending; a row that it lacks has no value.
    for (let i = 0; i < count; i++) {
      const first = at;
      while (at < found.count && found.rows[at] === i) at++;
      if (at > first) continue;
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

export const missing = aggregationType<ValuesOptions, SinglePart>({
  ...SINGLE_BUCKET,
  scaled: scaledBuckets,
  name: 'missing',
  takesValues: [...TERM_KINDS, 'geopoint', 'range'],
  parse: (json, context) => readValues(json, context),
  needsScores: scriptScores,
  mergesSegments: () => true,
  collector: (node, scope) => new MissingCollector(node, scope),
});
