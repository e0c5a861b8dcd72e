/** `range`: buckets by ranges of a number. */
import type { JsonObject, JsonValue } from '@skein/content';
import { parseJavaDouble } from '@skein/mapping';
import { booleanOf, type Draft, into } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { CollectScope } from '../../collect/collector.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { scriptScores } from '../../metric/script_scores.js';
import { type GivenRange, readRanges, requireRanges } from '../../options/ranges.js';
import { truth } from '../../values/number_values.js';
import { resolveNumbers } from '../../values/resolve_values.js';
import { isUnscripted } from '../../values/unscripted.js';
import type { ValueFormat } from '../../values/value_format.js';
import { NUMBER_KINDS } from '../../values/value_names.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { requireAlone } from '../require_alone.js';
import { dateBound } from './date_bound.js';
import { rangedNumbers } from './number_ranges.js';
import { RANGES, RangesCollector, type RangesPart } from './range_buckets.js';

export interface RangeOptions extends ValuesOptions {
  readonly ranges: readonly GivenRange[];
  readonly keyed: boolean;
}

export function readRangeOptions(
  json: JsonObject,
  context: ParseContext,
  timeZones = false,
): RangeOptions {
  const draft: Draft<OwnOptions<RangeOptions>> = { ranges: [], keyed: false };
  const own = {
    ranges: into(draft, 'ranges', 'object_array', (value) =>
      readRanges(value, { ...context, type: 'range' }),
    ),
    keyed: into(draft, 'keyed', 'boolean', booleanOf),
  };
  return { ...readValues(json, context, { own, timeZones }), ...draft };
}

/** The number of a bound. A text is parsed as the values of the field are. */
function numberOf(
  bound: JsonValue | undefined,
  open: number,
  { format, nowMs }: { readonly format: ValueFormat; readonly nowMs: number },
): number {
  if (bound === undefined) return open;
  if (typeof bound !== 'string') return Number(bound);
  if (format.kind === 'date') return dateBound(bound, format, nowMs);
  return format.kind === 'boolean' ? truth(bound) : parseJavaDouble(bound);
}

function collector(node: AggregationNode<RangeOptions>, scope: CollectScope): RangesCollector {
  const { options, name } = node;
  const { source, format } = resolveNumbers(options, scope.shard, 'range', 'values');
  requireAlone(node, source, 'Range');
  requireRanges(options.ranges, name);
  const reading = { format, nowMs: scope.shard.nowMs };
  const ranges = options.ranges.map(({ key, from, to }) => ({
    key,
    from: numberOf(from, Number.NEGATIVE_INFINITY, reading),
    to: numberOf(to, Number.POSITIVE_INFINITY, reading),
  }));
  return new RangesCollector(rangedNumbers(source, ranges, format), node, scope);
}

export const range = aggregationType<RangeOptions, RangesPart>({
  ...RANGES,
  scaled: scaledBuckets,
  name: 'range',
  takesValues: NUMBER_KINDS,
  profileName: 'RangeAggregator',
  parse: (json, context) => readRangeOptions(json, context),
  needsScores: scriptScores,
  isShort: isUnscripted,
  mergesSegments: () => true,
  collector,
});
