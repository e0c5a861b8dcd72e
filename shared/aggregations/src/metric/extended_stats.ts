/** `extended_stats`: the numbers of `stats`, and the squares, variances and deviations. */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { doubleOf, into } from '@skein/reading';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { NumberRows } from '../values/number_rows.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { isUnscripted } from '../values/unscripted.js';
import {
  formatted,
  numberJson,
  RAW,
  textOfNumber,
  type ValueFormat,
} from '../values/value_format.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { NumberCollector, type NumberState } from './number_collector.js';
import { scriptScores } from './script_scores.js';
import { asText } from './single_value.js';
import {
  boundsAround,
  DEVIATION_BOUNDS,
  type DeviationBounds,
  SPREAD_NAMES,
  type Spread,
  spreadOf,
} from './spread.js';
import {
  reduceStats,
  type StatsPart,
  StatsState,
  statsJson,
  statsOf,
  statsValue,
} from './stats.js';
import { reduceSums, type SumsPart, SumsState, scaledSumsPart } from './sums.js';

interface ExtendedStatsOptions extends ValuesOptions {
  readonly sigma: number;
}

interface ExtendedStatsPart extends StatsPart {
  readonly squares: SumsPart;
}

class ExtendedStatsState implements NumberState<ExtendedStatsPart> {
  readonly #stats: StatsState;
  readonly #squares = new SumsState();

  constructor(format: ValueFormat) {
    this.#stats = new StatsState(format);
  }

  reserve(buckets: number): void {
    this.#stats.reserve(buckets);
    this.#squares.reserve(buckets);
  }

  /** Overwrites the values of the rows with their squares; no caller needs them afterwards. */
  add(rows: NumberRows, owners: Uint32Array): void {
    this.#stats.add(rows, owners);
    const { values, count } = rows;
    for (let i = 0; i < count; i++) values[i] = values[i] * values[i];
    this.#squares.add(rows, owners);
  }

  build(owners: Uint32Array): ExtendedStatsPart {
    return { ...this.#stats.build(owners), squares: this.#squares.build(owners) };
  }
}

function sigmaOf(json: JsonValue, { name }: ParseContext): number {
  const sigma = doubleOf(json);
  if (!(sigma < 0)) return sigma;
  throw new ApiError(
    'illegal_argument_exception',
    `[sigma] must be greater than or equal to 0. Found [${textOfNumber(sigma, RAW)}] in [${name}]`,
  );
}

function spreadAt(part: ExtendedStatsPart, owner: number): Spread {
  const { count, sum } = statsOf(part, owner);
  return spreadOf({ count, sum, squares: part.squares.sums[owner] });
}

/** If there are no values, the spread and the bounds are shown as `null`. */
function extendedStatsJson(
  stats: ReturnType<typeof statsOf>,
  spread: Spread,
  { sigma, format }: { readonly sigma: number; readonly format: ValueFormat },
): JsonObject {
  const bounds = boundsAround(stats.avg, sigma, spread);
  const plain = statsJson(stats, format);
  if (stats.count === 0) return { ...plain, ...nulls(spread), std_deviation_bounds: nulls(bounds) };
  const texts = Object.entries(spread).flatMap(([name, value]) => {
    const text = formatted(value, format);
    const isText = name.startsWith('std_deviation') && text !== undefined;
    return Object.entries(
      isText ? { [`${name}_as_string`]: text } : asText(`${name}_as_string`, value, format),
    );
  });
  const boundTexts = Object.entries(bounds).map(([name, value]) => [
    name,
    formatted(value, format) ?? '',
  ]);
  return {
    ...plain,
    ...numbers(spread),
    std_deviation_bounds: numbers(bounds),
    ...Object.fromEntries(texts),
    ...(format.kind === 'raw'
      ? {}
      : { std_deviation_bounds_as_string: Object.fromEntries(boundTexts) }),
  };
}

function nulls(of: object): JsonObject {
  return Object.fromEntries(Object.keys(of).map((name) => [name, null]));
}

function numbers(of: Spread | DeviationBounds): JsonObject {
  return Object.fromEntries(
    Object.entries<number>(of).map(([name, value]) => [name, numberJson(value)]),
  );
}

/** The value of a property such as `variance` or `std_upper`. */
function spreadValue(
  avg: number,
  spread: Spread,
  { sigma, property }: { readonly sigma: number; readonly property: string },
): number | undefined {
  const name = SPREAD_NAMES.find((each) => each === property);
  if (name !== undefined) return spread[name];
  const bound = DEVIATION_BOUNDS.find((each) => `std_${each}` === property);
  return bound && boundsAround(avg, sigma, spread)[bound];
}

export const extendedStats = aggregationType<ExtendedStatsOptions, ExtendedStatsPart>({
  name: 'extended_stats',
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse(json, context) {
    const draft = { sigma: 2 };
    const own = { sigma: into(draft, 'sigma', 'number', (value) => sigmaOf(value, context)) };
    return { ...readValues(json, context, { own }), ...draft };
  },
  needsScores: scriptScores,
  isShort: isUnscripted,
  mergesSegments: () => true,
  collector({ options }, { shard }) {
    const { source, format } = resolveNumbers(options, shard, 'extended_stats');
    return new NumberCollector(source, new ExtendedStatsState(format));
  },
  scaled: (node, part, scaling) => ({
    ...scaledSumsPart(node, part, scaling),
    squares: scaledSumsPart(node, part.squares, scaling),
  }),
  reduce: (_node, inputs, { owners }) => ({
    ...reduceStats(inputs, owners),
    squares: reduceSums(
      inputs.map(({ part, map }) => ({ part: part.squares, map })),
      owners,
    ),
  }),
  render({ options: { sigma } }, { part, owner }) {
    const { format } = part;
    return extendedStatsJson(statsOf(part, owner), spreadAt(part, owner), { sigma, format });
  },
  value({ options: { sigma } }, { part, owner }, property) {
    const plain = statsOf(part, owner);
    return (
      statsValue(plain, property) ??
      spreadValue(plain.avg, spreadAt(part, owner), { sigma, property })
    );
  },
});
