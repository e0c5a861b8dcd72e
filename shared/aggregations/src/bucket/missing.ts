/** `missing`: the documents without a value. */
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType } from '../aggregation_type.js';
import { childrenOf } from '../collect/children.js';
import type { CollectScope } from '../collect/collector.js';
import { scaledBuckets } from '../collect/scaled.js';
import { scriptScores } from '../metric/script_scores.js';
import { readRows } from '../metric/value_count.js';
import { resolveValues } from '../values/resolve_values.js';
import { TERM_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { ChosenRows, type RowChoice } from './chosen_rows.js';
import { SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

function rowsWithout(
  { options }: AggregationNode<ValuesOptions>,
  { shard }: CollectScope,
): RowChoice {
  const accepts = {
    type: 'missing',
    kinds: ['number', 'term', 'range', 'geo', 'shape'],
    standard: 'term',
  } as const;
  const open = readRows(resolveValues(options, shard, accepts));
  let read: ReturnType<typeof open> | undefined;
  return {
    segment(reader) {
      read = open(reader);
    },
    choose(block, { rows, buckets }) {
      const found = read?.(block);
      if (found === undefined) return 0;
      const { owners, count } = block;
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
      return size;
    },
  };
}

export const missing = aggregationType<ValuesOptions, SinglePart>({
  ...SINGLE_BUCKET,
  scaled: scaledBuckets,
  name: 'missing',
  takesValues: [...TERM_KINDS, 'geo_shape', 'geopoint', 'range'],
  parse: (json, context) => readValues(json, context),
  needsScores: scriptScores,
  mergesSegments: () => true,
  collector: (node, scope) => new ChosenRows(rowsWithout(node, scope), childrenOf(node, scope)),
});
