/**
 * `boxplot`: quartiles, extremes, and the whiskers of Tukey (1977), which end at the last values
 * within one and a half times the distance of the quartiles. It is an aggregation of Elasticsearch;
 * OpenSearch has none like it.
 */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { doubleOf, into, textOf } from '@skein/reading';
import { aggregationType } from '../aggregation_type.js';
import { quantile } from '../sketches/digest.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { numberJson, RAW, textOfNumber } from '../values/value_format.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { digestMetric, type FormattedDigests } from './digest_metric.js';
import { DEFAULT_COMPRESSION } from './percentile_options.js';
import { asText } from './single_value.js';

interface BoxplotOptions extends ValuesOptions {
  readonly compression: number;
}

const NUMBERS = ['min', 'max', 'q1', 'q2', 'q3', 'lower', 'upper'] as const;
type Boxplot = Readonly<Record<(typeof NUMBERS)[number], number>>;

/** The greatest length of a whisker, as a multiple of the distance of the quartiles. */
const REACH = 1.5;

/** A boxplot without values has infinite extremes, and NaN for the rest. */
function boxplotOf({ digests }: FormattedDigests, owner: number): Boxplot {
  const digest = digests[owner];
  const { means } = digest;
  const [q1, q2, q3] = [quantile(digest, 0.25), quantile(digest, 0.5), quantile(digest, 0.75)];
  const reach = REACH * (q3 - q1);
  return {
    min: means[0] ?? Number.POSITIVE_INFINITY,
    max: means.at(-1) ?? Number.NEGATIVE_INFINITY,
    q1,
    q2,
    q3,
    lower: means.find((mean) => mean >= q1 - reach) ?? Number.NaN,
    upper: means.findLast((mean) => mean <= q3 + reach) ?? Number.NaN,
  };
}

function compressionOf(json: JsonValue): number {
  const compression = doubleOf(json);
  if (compression >= 0) return compression;
  throw new ApiError(
    'illegal_argument_exception',
    `[compression] must be greater than or equal to 0. Found [${textOfNumber(compression, RAW)}]`,
  );
}

/** Checks `execution_hint`, which has no effect: there is only one kind of digest. */
function checkHint(json: JsonValue): void {
  const hint = textOf(json);
  if (hint === 'default' || hint === 'high_accuracy') return;
  throw new ApiError(
    'illegal_argument_exception',
    `Invalid execution_hint [${hint}], valid values are [default, high_accuracy]`,
  );
}

export const boxplot = aggregationType<BoxplotOptions, FormattedDigests>({
  name: 'boxplot',
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse(json, context) {
    const draft = { compression: DEFAULT_COMPRESSION };
    const own = {
      compression: into(draft, 'compression', 'number', compressionOf),
      execution_hint: ['string', checkHint] as const,
    };
    return { ...readValues(json, context, { own }), ...draft };
  },
  ...digestMetric<BoxplotOptions>({
    compression: (options) => options.compression,
    resolve: (options, shard) => resolveNumbers(options, shard, 'boxplot', 'values'),
  }),
  render(_node, { part, owner }) {
    const box = boxplotOf(part, owner);
    const numbers = NUMBERS.map((name): [string, JsonValue] => [name, numberJson(box[name])]);
    const texts = NUMBERS.flatMap((name) =>
      Object.entries(asText(`${name}_as_string`, box[name], part.format)),
    );
    return Object.fromEntries([...numbers, ...texts]);
  },
  value(_node, { part, owner }, property) {
    const name = NUMBERS.find((each) => each === property);
    return name === undefined ? undefined : boxplotOf(part, owner)[name];
  },
});
