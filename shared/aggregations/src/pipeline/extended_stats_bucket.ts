/** `extended_stats_bucket`: the numbers of `stats_bucket`, and the spread of the values. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { doubleOf } from '@skein/reading';
import { boundsAround, type DeviationBounds, type Spread, spreadOf } from '../metric/spread.js';
import { pipelineType } from '../pipeline_type.js';
import { numberJson } from '../values/value_format.js';
import { bucketMetric, parseBucketMetric } from './bucket_metric.js';
import type { CommonOptions } from './options.js';
import { statsMembers } from './stats_bucket.js';
import { type StatsPart, statsAt, statsOf } from './stats_values.js';
import { numberMembers } from './value_part.js';

interface ExtendedOptions extends CommonOptions {
  /** The distance of the bounds from the average, in standard deviations. */
  sigma: number;
}

export const extended_stats_bucket = pipelineType<ExtendedOptions, StatsPart>({
  ...bucketMetric,
  name: 'extended_stats_bucket',
  parse: (json, context) =>
    parseBucketMetric(json, context, (common) => {
      const options: ExtendedOptions = Object.assign(common, { sigma: 2 });
      const sigma = (given: JsonValue) => {
        options.sigma = doubleOf(given);
        if (options.sigma >= 0) return;
        throw new ApiError('illegal_argument_exception', 'sigma must be a non-negative double');
      };
      return { options, readers: { number: { sigma } } };
    }),
  compute: statsOf,
  render({ options: { format, sigma } }, part, owner) {
    const { spread, bounds } = spreadAt(part, owner, sigma);
    const stats = statsAt(part, owner);
    const shown = { format, count: stats.count };
    return {
      ...statsMembers(stats, format),
      ...members(spread, shown),
      ...nested('std_deviation_bounds', members(bounds, shown)),
    };
  },
  value({ options: { sigma } }, part, owner, property) {
    const { spread, bounds } = spreadAt(part, owner, sigma);
    const numbers: Readonly<Record<string, number>> = {
      ...statsAt(part, owner),
      ...spread,
      ...Object.fromEntries(Object.entries(bounds).map(([name, value]) => [`std_${name}`, value])),
    };
    return Object.hasOwn(numbers, property) ? numbers[property] : undefined;
  },
});

function spreadAt(part: StatsPart, owner: number, sigma: number) {
  const { count, sum, avg } = statsAt(part, owner);
  const squares = count === 0 ? Number.NaN : part.squares[owner];
  const spread = spreadOf({ count, sum, squares });
  return { spread, bounds: boundsAround(avg, sigma, spread) };
}

type Member = [string, JsonValue | undefined];

/**
 * The numbers and their texts. Numbers that are not finite are shown as Java writes them, or as
 * `null` if there are no values at all.
 */
function members(
  numbers: Spread | DeviationBounds,
  { format, count }: { readonly format: string | undefined; readonly count: number },
): JsonObject {
  const shown = Object.entries(numbers).flatMap(([name, value]): Member[] => {
    if (count === 0 || Number.isFinite(value)) {
      return Object.entries(numberMembers(name, value, format));
    }
    const text = numberJson(value);
    return format === undefined
      ? [[name, text]]
      : [
          [name, text],
          [`${name}_as_string`, text],
        ];
  });
  return Object.fromEntries(shown);
}

/** Puts the numbers and their texts into two objects, the form in which bounds are shown. */
function nested(name: string, shown: JsonObject): JsonObject {
  const suffix = '_as_string';
  const texts = Object.entries(shown).filter(([key]) => key.endsWith(suffix));
  const numbers = Object.entries(shown).filter(([key]) => !key.endsWith(suffix));
  const bounds = { [name]: Object.fromEntries(numbers) };
  if (texts.length === 0) return bounds;
  const plain = texts.map(([key, text]) => [key.slice(0, -suffix.length), text] as const);
  return { ...bounds, [`${name}${suffix}`]: Object.fromEntries(plain) };
}
