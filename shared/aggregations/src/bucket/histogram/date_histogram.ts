/** `date_histogram`: buckets by a calendar unit or a fixed length of time, in a time zone. */
import type { JsonObject, JsonValue } from '@skein/content';
import { MS_PER_DAY } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { booleanOf, type Draft, type FieldReaders, into } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import type { TimeBuckets } from '../../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import type { KnownMatches } from '../../collect/known_matches.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { boundsOf, checkInside, type GivenBounds, readBounds } from '../../options/bounds.js';
import { notNegativeLong } from '../../options/counts.js';
import {
  checkInterval,
  type DateInterval,
  intervalReaders,
  offsetMs,
} from '../../options/date_interval.js';
import { checkOrder, KEY_ASCENDING, readOrder } from '../../options/order.js';
import {
  type DateRounding,
  dateRounding,
  type RoundingSpec,
  type Span,
} from '../../rounding/date_rounding.js';
import { missingNumber } from '../../values/number_values.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { textOfNumber, type ValueFormat } from '../../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { CellCollector } from '../cells/cell_collector.js';
import {
  HISTOGRAM,
  HISTOGRAM_ROOM,
  type HistogramPart,
  type HistogramShape,
  reduceHistogram,
  withoutBuckets,
} from './histogram_part.js';
import { dateRangeCells } from './range_steps.js';
import { histogramBuckets } from './render_histogram.js';
import { type Bounds, dateCells } from './step_cells.js';

interface DateHistogramOptions extends ValuesOptions, HistogramShape {
  readonly interval: DateInterval | undefined;
  readonly offsetMs: number;
  readonly keyed: boolean;
  readonly extended: GivenBounds | undefined;
  readonly hard: GivenBounds | undefined;
}

/** The part, with `extended_bounds`, which are parsed at the shards. */
interface DateHistogramPart extends HistogramPart {
  readonly extended: Bounds | undefined;
}

const TYPE = 'date_histogram';

function parse(json: JsonObject, context: ParseContext): DateHistogramOptions {
  const draft: Draft<OwnOptions<DateHistogramOptions>> = {
    interval: undefined,
    offsetMs: 0,
    keyed: false,
    minDocCount: 0,
    order: KEY_ASCENDING,
    extended: undefined,
    hard: undefined,
  };
  const own: FieldReaders = {
    ...intervalReaders((interval) => {
      draft.interval = interval;
    }),
    offset: into(draft, 'offsetMs', 'number', offsetMs),
    keyed: into(draft, 'keyed', 'boolean', booleanOf),
    min_doc_count: into(draft, 'minDocCount', 'number', notNegativeLong('minDocCount', context)),
    extended_bounds: into(draft, 'extended', 'object', (value) => readBounds(value, context)),
    hard_bounds: into(draft, 'hard', 'object', (value) => readBounds(value, context)),
    order: into(draft, 'order', 'object_array', (value) => readOrder(value, context)),
  };
  return { ...readValues(json, context, { own, timeZones: true }), ...draft };
}

function roundingSpec({
  interval,
  timeZone,
  offsetMs: offset,
}: DateHistogramOptions): RoundingSpec {
  if (interval === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'Invalid interval specified, must be non-null and non-empty',
    );
  }
  return { ...checkInterval(interval), timeZone, offsetMs: offset };
}

export const dateHistogram = aggregationType<DateHistogramOptions, DateHistogramPart>({
  ...HISTOGRAM,
  scaled: scaledBuckets,
  name: TYPE,
  usedAs: 'date',
  parse,
  collector: (node, scope) => new DateHistogramCollector(node, scope),
  reduce(node, inputs, reduction) {
    const known = inputs.find(({ part }) => part.format.kind !== 'raw');
    const format: ValueFormat = known?.part.format ?? { kind: 'raw' };
    const extended = inputs.find(({ part }) => part.extended !== undefined)?.part.extended;
    const fill = (keys: readonly number[]): readonly number[] =>
      filled(keys, node.options, { extended, count: reduction.countBuckets });
    return { ...reduceHistogram(node, inputs, { reduction, format, fill }), extended };
  },
  render: (node, { part, owner }, rendering) =>
    histogramBuckets(
      { node, part, owner, keyed: node.options.keyed },
      (key) => key,
      rendering,
      String,
    ),
  growth: {
    ...HISTOGRAM_ROOM,
    nextKey: ({ options }, _part, key) =>
      dateRounding(roundingSpec(options), { minMs: key, maxMs: key }).next(key),
  },
  bucketKey: (_node, { keys, format }, bucket) => {
    const key = keys[bucket];
    return { key, text: textOfNumber(key, format), number: key };
  },
});

interface Filling {
  readonly extended: Bounds | undefined;
  readonly count: (buckets: number) => void;
}

/** Every step from the first to the last key, extended to the bounds if they reach further. */
function filled(
  keys: readonly number[],
  options: DateHistogramOptions,
  { extended, count }: Filling,
): readonly number[] {
  const ends = endsOf(keys, extended);
  if (ends === undefined) return keys;
  const rounding = dateRounding(roundingSpec(options), ends);
  const all: number[] = [];
  // The limit is checked here, in advance if all steps have the same length, and while keys are
  // made. These counts are taken back, because the caller counts all keys.
  const { fixedMs } = rounding;
  const known = fixedMs === undefined ? 0 : Math.floor((ends.maxMs - ends.minMs) / fixedMs) + 1;
  count(known);
  count(-known);
  for (let key = ends.minMs; key <= ends.maxMs; key = rounding.next(key)) {
    all.push(key);
    if (all.length % CHECKED_BUCKETS === 0) count(CHECKED_BUCKETS);
  }
  count(-(all.length - (all.length % CHECKED_BUCKETS)));
  return all;
}

/** The number of buckets between two checks of the limit. */
const CHECKED_BUCKETS = 1024;

function endsOf(keys: readonly number[], extended: Bounds | undefined): Span | undefined {
  const low = Math.min(
    keys[0] ?? Number.POSITIVE_INFINITY,
    finite(extended?.min, Number.POSITIVE_INFINITY),
  );
  const high = Math.max(
    keys.at(-1) ?? Number.NEGATIVE_INFINITY,
    finite(extended?.max, Number.NEGATIVE_INFINITY),
  );
  return Number.isFinite(low) && Number.isFinite(high) && low <= high
    ? { minMs: low, maxMs: high }
    : undefined;
}

function finite(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isFinite(value) ? value : otherwise;
}

class DateHistogramCollector implements Collector<DateHistogramPart> {
  readonly #cells: CellCollector | undefined;
  readonly #children: Children;
  readonly #format: ValueFormat;
  readonly #extended: Bounds | undefined;

  constructor(node: AggregationNode<DateHistogramOptions>, scope: CollectScope) {
    const { options } = node;
    const { shard } = scope;
    const values = resolveValues(options, shard, {
      type: TYPE,
      kinds: ['number', 'range'],
      standard: 'date',
      scriptsGetLongs: true,
    });
    const spec = roundingSpec(options);
    this.#format = formatOf(values);
    const { extended, hard } = roundedBounds(options, {
      spec,
      aggregation: node.name,
      // A number is an instant in any format.
      numberOf: (value) =>
        typeof value === 'number' ? value : Number(missingNumber(value, this.#format, shard)),
    });
    this.#extended = extended;
    const source = values.kind === 'number' ? values.source : undefined;
    const bounds = source?.bounds?.();
    const rounding = roundingOver(spec, bounds);
    const timeBuckets: TimeBuckets = {
      of: node,
      unit: 'unit' in spec ? spec.unit : undefined,
      fixedMs: rounding.fixedMs ?? weekMs(spec),
      lengthMs: (bucket) => {
        const startMs = this.#cells?.key(bucket) ?? 0;
        return rounding.next(startMs) - startMs;
      },
    };
    this.#children = childrenOf(node, scope, { ...shard, timeBuckets });
    const found =
      values.kind === 'range'
        ? dateRangeCells(values, rounding, { ...shard, hard })
        : source && { source, cells: dateCells({ rounding, bounds, hard }) };
    this.#cells = found && new CellCollector(found, this.#children, scope);
    checkOrder(node, scope);
  }

  countMatches(matches: KnownMatches): boolean {
    return this.#cells?.countMatches(matches) === true;
  }

  segment(...at: Parameters<Collector['segment']>): void {
    if (this.#cells === undefined) this.#children.segment(...at);
    else this.#cells.segment(...at);
  }

  collect(block: Parameters<Collector['collect']>[0]): void {
    this.#cells?.collect(block);
  }

  build(owners: Uint32Array): DateHistogramPart {
    const collected = this.#cells?.build(owners) ?? withoutBuckets(owners, this.#children);
    return { ...collected, format: this.#format, extended: this.#extended };
  }

  profile(): CollectorProfile {
    return { debug: { total_buckets: this.#cells?.size ?? 0, ...this.#cells?.debug } };
  }
}

interface BoundsGround {
  readonly spec: RoundingSpec;
  readonly aggregation: string;
  readonly numberOf: (value: JsonValue) => number;
}

/** Rounds both bounds without the offset. It is then added to `extended_bounds` alone. */
function roundedBounds(
  { extended: shown, hard: limit }: DateHistogramOptions,
  { spec, ...reading }: BoundsGround,
): { readonly extended: Bounds | undefined; readonly hard: Bounds | undefined } {
  const rounded = (given: GivenBounds | undefined, option: string): Bounds | undefined => {
    if (given === undefined) return undefined;
    const { min, max } = boundsOf(given, { ...reading, option });
    const span = { minMs: finite(min, max), maxMs: finite(max, min) };
    const { round } = dateRounding({ ...spec, offsetMs: 0 }, span);
    return {
      min: Number.isFinite(min) ? round(min) : min,
      max: Number.isFinite(max) ? round(max) : max,
    };
  };
  const extended = rounded(shown, 'extended_bounds');
  const hard = rounded(limit, 'hard_bounds');
  checkInside({ extended, hard }, { extended: boundsText(shown), hard: boundsText(limit) });
  const { offsetMs: offset } = spec;
  return { extended: extended && { min: extended.min + offset, max: extended.max + offset }, hard };
}

/** The bounds as the request gave them. */
function boundsText(given: GivenBounds | undefined): string {
  const { min, max } = given ?? { min: undefined, max: undefined };
  return `${String(min ?? '')}--${String(max ?? '')}`;
}

/**
 * The length of a bucket if it is a week in UTC. All weeks have the same length there, although
 * they are not a fixed interval of the rounding, since they begin on Mondays.
 */
function weekMs(spec: RoundingSpec): number | undefined {
  const isWeek = 'unit' in spec && spec.unit === 'week' && spec.timeZone === undefined;
  return isWeek ? 7 * MS_PER_DAY : undefined;
}

function formatOf(values: Values): ValueFormat {
  return 'format' in values ? values.format : { kind: 'raw' };
}

/** The years for which a zone's rules are looked up if the range of the values is unknown. */
const WIDE: Span = { minMs: Date.UTC(1900, 0), maxMs: Date.UTC(2100, 0) };

function roundingOver(spec: RoundingSpec, bounds: Bounds | undefined): DateRounding {
  return dateRounding(spec, bounds ? { minMs: bounds.min, maxMs: bounds.max } : WIDE);
}
