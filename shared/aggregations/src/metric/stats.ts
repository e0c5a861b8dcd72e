/** `stats`: the count, the least and the greatest value, the mean and the sum. */
import type { JsonObject } from '@skein/content';
import { aggregationType } from '../aggregation_type.js';
import type { ReduceInput } from '../reduction.js';
import type { NumberRows } from '../values/number_rows.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { numberJson, type ValueFormat } from '../values/value_format.js';
import type { ValuesOptions } from '../values/values_options.js';
import { ExtremesState, reduceExtremes } from './extremes.js';
import {
  type FoundSlots,
  type KnownNumbers,
  NumberCollector,
  type NumberState,
} from './number_collector.js';
import { NUMBER_METRIC } from './number_metric.js';
import { formatOfParts } from './part_format.js';
import { asText } from './single_value.js';
import { reduceSums, type SumsPart, SumsState, scaledSumsPart } from './sums.js';

export interface StatsPart extends SumsPart {
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  readonly format: ValueFormat;
}

export class StatsState implements NumberState<StatsPart> {
  readonly #format: ValueFormat;
  readonly #sums = new SumsState();
  readonly #least = new ExtremesState('least');
  readonly #greatest = new ExtremesState('greatest');

  constructor(format: ValueFormat) {
    this.#format = format;
  }

  reserve(buckets: number): void {
    this.#sums.reserve(buckets);
    this.#least.reserve(buckets);
    this.#greatest.reserve(buckets);
  }

  add(rows: NumberRows, owners: Uint32Array): void {
    this.#sums.add(rows, owners);
    this.#least.add(rows, owners);
    this.#greatest.add(rows, owners);
  }

  addSlots(found: FoundSlots): boolean {
    if (!this.#sums.addSlots(found)) return false;
    const raw = found.raw();
    this.#least.addSlots({ ...found, raw: () => raw });
    this.#greatest.addSlots({ ...found, raw: () => raw });
    return true;
  }

  addKnown({ sorted, totals }: KnownNumbers): boolean {
    const known = { sorted: () => order, totals };
    const order = sorted();
    if (order === undefined || !this.#sums.addKnown(known)) return false;
    return this.#least.addKnown(known) && this.#greatest.addKnown(known);
  }

  build(owners: Uint32Array): StatsPart {
    return {
      ...this.#sums.build(owners),
      least: this.#least.build(owners).values,
      greatest: this.#greatest.build(owners).values,
      format: this.#format,
    };
  }
}

export function reduceStats(inputs: readonly ReduceInput<StatsPart>[], owners: number): StatsPart {
  const extremes = (member: 'least' | 'greatest') =>
    inputs.map(({ part, map }) => ({ part: { values: part[member] }, map }));
  return {
    ...reduceSums(inputs, owners),
    least: reduceExtremes(extremes('least'), owners, 'least').values,
    greatest: reduceExtremes(extremes('greatest'), owners, 'greatest').values,
    format: formatOfParts(inputs),
  };
}

const STATS_NAMES = ['count', 'min', 'max', 'avg', 'sum'] as const;

export type Stats = Readonly<Record<(typeof STATS_NAMES)[number], number>>;

export function statsOf({ counts, least, greatest, sums }: StatsPart, owner: number): Stats {
  const count = counts[owner];
  const sum = sums[owner];
  return {
    count,
    min: least[owner],
    max: greatest[owner],
    avg: sum / count,
    sum,
  };
}

/** The numbers, and their texts if the field has a format. */
export function statsJson({ count, min, max, avg, sum }: Stats, format: ValueFormat): JsonObject {
  if (count === 0) {
    return { count, min: null, max: null, avg: null, sum: numberJson(0) };
  }
  return {
    count,
    min: numberJson(min),
    max: numberJson(max),
    avg: numberJson(avg),
    sum: numberJson(sum),
    ...asText('min_as_string', min, format),
    ...asText('max_as_string', max, format),
    ...asText('avg_as_string', avg, format),
    ...asText('sum_as_string', sum, format),
  };
}

export function statsValue(stats: Stats, property: string): number | undefined {
  const name = STATS_NAMES.find((each) => each === property);
  return name && stats[name];
}

export const stats = aggregationType<ValuesOptions, StatsPart>({
  name: 'stats',
  ...NUMBER_METRIC,
  collector({ options }, { shard }) {
    const { source, format } = resolveNumbers(options, shard, 'stats');
    return new NumberCollector(source, new StatsState(format), shard.searcher);
  },
  reduce: (_node, inputs, { owners }) => reduceStats(inputs, owners),
  scaled: scaledSumsPart,
  render: (_node, { part, owner }) => statsJson(statsOf(part, owner), part.format),
  value: (_node, { part, owner }, property) => statsValue(statsOf(part, owner), property),
});
