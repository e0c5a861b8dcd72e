/**
 * `derivative`: the difference of a value from that of the previous bucket and, with `unit`, the
 * difference per unit of time.
 */
import type { JsonObject } from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import { readTokens } from '../options/token_fields.js';
import { pipelineType } from '../pipeline_type.js';
import { type CommonOptions, commonOptions, commonReaders, requirePaths } from './options.js';
import { type ParentBuckets, parentBuckets } from './parent_buckets.js';
import { requireOnePath, requireSequence } from './surroundings.js';
import {
  emptyValues,
  numberMembers,
  putValue,
  shownValue,
  type ValuePart,
  valueAt,
} from './value_part.js';

interface DerivativeOptions extends CommonOptions {
  /** The unit as the request gave it; OpenSearch parses it only when it has the buckets. */
  unit: string | undefined;
}

interface DerivativePart extends ValuePart {
  /** The distance of each bucket from the previous one, in units; 0 without a unit. */
  readonly distances: Float64Array;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * A year of the Gregorian calendar has 365.2425 days; months and quarters are parts of it, as in
 * java.time.
 */
const YEAR_MS = 31_556_952 * SECOND_MS;

const CALENDAR_UNITS_MS: ReadonlyMap<string, number> = new Map([
  ...(['year', '1y'] as const).map((name) => [name, YEAR_MS] as const),
  ...(['quarter', '1q'] as const).map((name) => [name, YEAR_MS / 4] as const),
  ...(['month', '1M'] as const).map((name) => [name, YEAR_MS / 12] as const),
  ...(['week', '1w'] as const).map((name) => [name, 7 * DAY_MS] as const),
  ...(['day', '1d'] as const).map((name) => [name, DAY_MS] as const),
  ...(['hour', '1h'] as const).map((name) => [name, HOUR_MS] as const),
  ...(['minute', '1m'] as const).map((name) => [name, MINUTE_MS] as const),
  ...(['second', '1s'] as const).map((name) => [name, SECOND_MS] as const),
]);

export const derivative = pipelineType<DerivativeOptions, DerivativePart>({
  name: 'derivative',
  parse(json: JsonObject, context) {
    const options: DerivativeOptions = { ...commonOptions(), unit: undefined };
    const { string, array } = commonReaders(options);
    const unit = (text: string) => {
      options.unit = text;
    };
    readTokens(json, { string: { ...string, unit }, array }, { context });
    requirePaths(options, json, { context, kind: 'derivative' });
    return options;
  },
  paths: ({ paths }) => paths,
  check(node, around) {
    requireOnePath(node, node.options.paths.slice(0, 1));
    requireSequence(node, around);
  },
  compute({ options }, ground) {
    const buckets = parentBuckets(ground);
    const part = { ...emptyValues(buckets.count), distances: new Float64Array(buckets.count) };
    const unit = options.unit === undefined ? undefined : unitMs(options.unit);
    const [path] = options.paths;
    if (path === undefined) return part;
    buckets.eachOwner((own) => {
      let last: number | undefined;
      own.forEach((bucket, i) => {
        const value = buckets.value(bucket, path, options.gapPolicy);
        if (last !== undefined && value !== undefined) {
          putValue(part, bucket, value - last);
          const ms = keyOf(buckets, bucket) - keyOf(buckets, own[i - 1]);
          part.distances[bucket] = unit === undefined ? 0 : ms / unit;
        }
        last = value;
      });
    });
    return part;
  },
  render({ options }, part, owner) {
    const shown = shownValue(part, owner, options.format);
    const distance = part.distances[owner] ?? 0;
    if (shown === undefined || distance <= 0) return shown;
    const normalized = part.values[owner] / distance;
    return { ...shown, ...numberMembers('normalized_value', normalized, options.format) };
  },
  value(_node, part, owner, property) {
    const value = valueAt(part, owner);
    if (value === undefined || property !== 'normalized_value') return value;
    const distance = part.distances[owner] ?? 0;
    return distance > 0 ? value / distance : 0;
  },
});

function keyOf(buckets: ParentBuckets, bucket: number): number {
  return buckets.key(bucket).number ?? Number.NaN;
}

function unitMs(text: string): number {
  const name = 'DerivativePipelineAggregationBuilder.unit';
  const ms = CALENDAR_UNITS_MS.get(text) ?? readTimeMs(name, text);
  if (ms > 0) return ms;
  throw new ApiError('illegal_argument_exception', `[${name}] must be longer than [${text}]`);
}
