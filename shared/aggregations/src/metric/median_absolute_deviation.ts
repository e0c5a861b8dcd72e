/** `median_absolute_deviation`: the median of the absolute distances from the median. */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { doubleOf, into } from '@skein/reading';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import { type Digest, mergeDigests, quantile } from '../sketches/digest.js';
import { resolvePlainNumbers } from '../values/resolve_values.js';
import { RAW, textOfNumber } from '../values/value_format.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { digestMetric, type FormattedDigests } from './digest_metric.js';
import { isOnlyValue, singleValue } from './single_value.js';

interface DeviationOptions extends ValuesOptions {
  readonly compression: number;
}

const DEFAULT_COMPRESSION = 1000;

function deviation(
  { digests }: FormattedDigests,
  owner: number,
  { compression }: DeviationOptions,
): number {
  const digest = digests[owner];
  const median = quantile(digest, 0.5);
  const size = digest.means.length;
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  const distances = digest.means.map((mean) => Math.abs(median - mean));
  order.sort((a, b) => distances[a] - distances[b]);
  const sorted: Digest = {
    means: Float64Array.from(order, (i) => distances[i]),
    weights: Float64Array.from(order, (i) => digest.weights[i]),
    mixed: Uint8Array.from(order, (i) => digest.mixed[i]),
  };
  return quantile(mergeDigests([sorted], compression), 0.5);
}

function compressionOf(json: JsonValue, { name }: ParseContext): number {
  const compression = doubleOf(json);
  if (compression > 0) return compression;
  throw new ApiError(
    'illegal_argument_exception',
    `[compression] must be greater than 0. Found [${textOfNumber(compression, RAW)}] in [${name}]`,
  );
}

export const medianAbsoluteDeviation = aggregationType<DeviationOptions, FormattedDigests>({
  name: 'median_absolute_deviation',
  takesValues: ['numeric'],
  takes: 'none',
  parse(json, context) {
    const draft = { compression: DEFAULT_COMPRESSION };
    const read = (value: JsonValue): number => compressionOf(value, context);
    const own = { compression: into(draft, 'compression', 'number', read) };
    return { ...readValues(json, context, { own }), ...draft };
  },
  ...digestMetric<DeviationOptions>({
    compression: (options) => options.compression,
    resolve: (options, shard) => resolvePlainNumbers(options, shard, 'median_absolute_deviation'),
  }),
  render({ options }, { part, owner }) {
    const value = deviation(part, owner, options);
    return singleValue(Number.isNaN(value) ? undefined : value, part.format);
  },
  value: ({ options }, { part, owner }, property) =>
    isOnlyValue(property) ? deviation(part, owner, options) : undefined,
});
