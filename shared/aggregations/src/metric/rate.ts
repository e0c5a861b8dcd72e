/**
 * `rate`: the number of documents, or the sum or number of values, per unit of time in the buckets
 * of a date histogram. It is an aggregation of Elasticsearch; OpenSearch has none like it.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type Draft, into, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { TimeBuckets } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { DocCounts } from '../collect/doc_counts.js';
import { grownDoubles } from '../collect/growable.js';
import { places } from '../collect/places.js';
import { calendarInterval } from '../options/date_interval.js';
import { DROPPED } from '../reduction.js';
import type { CalendarUnit } from '../rounding/date_rounding.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { RAW } from '../values/value_format.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../values/values_options.js';
import { bucketsOf, NumberCollector, pick } from './number_collector.js';
import { type FormattedPart, formatOfParts } from './part_format.js';
import { scriptScores } from './script_scores.js';
import { isOnlyValue, singleValue } from './single_value.js';
import { reduceSums, type SumsPart, SumsState, scaledSumsPart } from './sums.js';

const MODES = ['sum', 'value_count'] as const;
type Mode = (typeof MODES)[number];

interface RateOptions extends ValuesOptions {
  /** If it is absent, the unit is the length of a bucket. */
  readonly unit: CalendarUnit | undefined;
  readonly mode: Mode | undefined;
}

interface RatePart extends SumsPart, FormattedPart {
  /** The length of each owner's bucket in units; 0 for an owner that no shard has seen. */
  readonly units: Float64Array;
}

const UNIT_MS: Readonly<Partial<Record<CalendarUnit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const UNIT_MONTHS: Readonly<Partial<Record<CalendarUnit, number>>> = {
  month: 1,
  quarter: 3,
  year: 12,
};

function unitOf(json: JsonValue): CalendarUnit {
  const interval = calendarInterval(textOf(json));
  if ('unit' in interval) return interval.unit;
  throw illegalArgument(`Unsupported unit ${textOf(json)}`);
}

function modeOf(json: JsonValue): Mode {
  const name = textOf(json).toLowerCase();
  const mode = MODES.find((each) => each === name);
  if (mode !== undefined) return mode;
  throw illegalArgument(`Unsupported mode ${name}, known ones are [${MODES.join(', ')}]`);
}

function parse(json: JsonObject, context: ParseContext): RateOptions {
  const draft: Draft<OwnOptions<RateOptions>> = { unit: undefined, mode: undefined };
  const own = {
    unit: into(draft, 'unit', 'string', unitOf),
    mode: into(draft, 'mode', 'string', modeOf),
  };
  const options = { ...readValues(json, context, { own, required: false }), ...draft };
  if (options.mode !== undefined && options.field === undefined && options.script === undefined) {
    throw illegalArgument('The mode parameter is only supported with field or script parameters');
  }
  return options;
}

/** The length of a bucket in units. Throws if the unit does not fit into the buckets. */
function unitsOf(
  unit: CalendarUnit | undefined,
  around: TimeBuckets,
  isParent: boolean,
): (bucket: number) => number {
  if (unit === undefined) return () => 1;
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) return monthUnits(unit, around);
  const { fixedMs } = around;
  if (fixedMs !== undefined) return () => fixedMs / unitMs;
  if (isParent) return (bucket) => around.lengthMs(bucket) / unitMs;
  throw illegalArgument(
    `Cannot use rate unit [${unit}] inside another aggregation than the date histogram itself, whose buckets differ in length`,
  );
}

function monthUnits(unit: CalendarUnit, { unit: of }: TimeBuckets): () => number {
  const allowed = 'only week, day, hour, minute and second are supported for this histogram';
  if (of === undefined) {
    throw illegalArgument(
      `Cannot use month-based rate unit [${unit}] with fixed interval based histogram, ${allowed}`,
    );
  }
  const months = UNIT_MONTHS[of];
  if (months === undefined) {
    throw illegalArgument(
      `Cannot use month-based rate unit [${unit}] with non-month based calendar interval histogram [${of}] ${allowed}`,
    );
  }
  // The caller has found the unit to be one of months.
  const units = months / (UNIT_MONTHS[unit] as number);
  return () => units;
}

/** Counts documents, each with its `_doc_count`, for a `rate` without values. */
class DocumentCounts implements Collector<SumsPart> {
  readonly #docCounts = new DocCounts();
  #counts = new Float64Array(0);

  segment(reader: SegmentReader): void {
    this.#docCounts.segment(reader);
  }

  collect(block: DocBlock): void {
    const { count, owners } = block;
    this.#counts = grownDoubles(this.#counts, bucketsOf(block));
    for (let i = 0; i < count; i++) {
      const owner = owners[i];
      this.#counts[owner] += 1;
    }
    this.#docCounts.addMore(this.#counts, block, { rows: places(count), buckets: owners, count });
  }

  build(owners: Uint32Array): SumsPart {
    const counts = pick(this.#counts, owners);
    return { sums: counts, deltas: new Float64Array(owners.length), counts };
  }
}

function collector(
  { options }: AggregationNode<RateOptions>,
  { shard, parents }: CollectScope,
): Collector<RatePart> {
  const { timeBuckets: around } = shard;
  if (around === undefined) {
    throw illegalArgument(
      'The rate aggregation can only be used inside a date histogram aggregation or composite aggregation with exactly one date histogram value source',
    );
  }
  const unitsIn = unitsOf(options.unit, around, around.of === parents.at(-1));
  const hasValues = options.field !== undefined || options.script !== undefined;
  const values = hasValues ? resolveNumbers(options, shard, 'rate', 'sums') : undefined;
  const inner = values ? new NumberCollector(values.source, new SumsState()) : new DocumentCounts();
  return {
    segment: (reader) => inner.segment(reader),
    collect: (block) => inner.collect(block),
    build: (owners) => ({
      ...inner.build(owners),
      units: Float64Array.from(owners, unitsIn),
      format: values?.format ?? RAW,
    }),
  };
}

function rateOf({ sums, counts, units }: RatePart, owner: number, mode: Mode | undefined): number {
  const length = units[owner];
  if (length === 0) return 0;
  return (mode === 'value_count' ? counts : sums)[owner] / length;
}

export const rate = aggregationType<RateOptions, RatePart>({
  name: 'rate',
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse,
  needsScores: scriptScores,
  collector,
  scaled: scaledSumsPart,
  reduce(_node, inputs, { owners }) {
    const units = new Float64Array(owners);
    for (const { part, map } of inputs) {
      map.forEach((to, i) => {
        if (to !== DROPPED) units[to] = part.units[i];
      });
    }
    return { ...reduceSums(inputs, owners), units, format: formatOfParts(inputs) };
  },
  render: ({ options }, { part, owner }) =>
    singleValue(rateOf(part, owner, options.mode), part.format),
  value: ({ options }, { part, owner }, property) =>
    isOnlyValue(property) ? rateOf(part, owner, options.mode) : undefined,
});
