/** `date_range`: buckets by ranges of dates, whose bounds may be date math. */
import type { JsonValue } from '@skein/content';
import { parseJavaDouble } from '@skein/mapping';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationShard } from '../../aggregation_shard.js';
import { aggregationType } from '../../aggregation_type.js';
import type { CollectScope } from '../../collect/collector.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { scriptScores } from '../../metric/script_scores.js';
import { requireRanges } from '../../options/ranges.js';
import { truth } from '../../values/number_values.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { isUnscripted } from '../../values/unscripted.js';
import { RAW, type ValueFormat } from '../../values/value_format.js';
import { NUMBER_KINDS } from '../../values/value_names.js';
import { dateBound } from './date_bound.js';
import { rangedNumbers } from './number_ranges.js';
import { type RangeOptions, readRangeOptions } from './range.js';
import { RANGES, RangesCollector, type RangesPart } from './range_buckets.js';

const TYPE = 'date_range';

function formatOf(values: Values): ValueFormat {
  return values.kind === 'number' || values.kind === 'unmapped' ? values.format : RAW;
}

function instantOf(
  bound: JsonValue | undefined,
  open: number,
  { format, shard }: { readonly format: ValueFormat; readonly shard: AggregationShard },
): number {
  if (bound === undefined) return open;
  if (format.kind === 'boolean') return truth(bound);
  if (format.kind !== 'date') return parseJavaDouble(String(bound));
  // An `epoch_*` format parses whole numbers, so a number is truncated.
  const isEpoch = typeof bound === 'number' && format.pattern.includes('epoch');
  const text = isEpoch ? String(Math.trunc(bound)) : String(bound);
  return dateBound(text, format, shard.nowMs);
}

function collector(node: AggregationNode<RangeOptions>, scope: CollectScope): RangesCollector {
  const { options, name } = node;
  const { shard } = scope;
  const values = resolveValues(options, shard, { type: TYPE, kinds: ['number'], standard: 'date' });
  requireRanges(options.ranges, name);
  const format = formatOf(values);
  const ranges = options.ranges.map(({ key, from, to }) => ({
    key,
    from: instantOf(from, Number.NEGATIVE_INFINITY, { format, shard }),
    to: instantOf(to, Number.POSITIVE_INFINITY, { format, shard }),
  }));
  const source = values.kind === 'number' ? values.source : undefined;
  return new RangesCollector(rangedNumbers(source, ranges, format), node, scope);
}

export const dateRange = aggregationType<RangeOptions, RangesPart>({
  ...RANGES,
  scaled: scaledBuckets,
  name: TYPE,
  takesValues: NUMBER_KINDS,
  usedAs: 'date',
  profileName: 'RangeAggregator',
  parse: (json, context) => readRangeOptions(json, context, true),
  needsScores: scriptScores,
  isShort: isUnscripted,
  mergesSegments: () => true,
  collector,
});
