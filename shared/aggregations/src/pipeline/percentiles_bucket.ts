/**
 * `percentiles_bucket`: percentiles of the buckets' values. Each is the value of the nearest bucket
 * by rank, without interpolation.
 */
import { double, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { pipelineType } from '../pipeline_type.js';
import { RAW, textOfNumber } from '../values/value_format.js';
import { bucketMetric, eachValue, parseBucketMetric } from './bucket_metric.js';
import type { CommonOptions } from './options.js';
import { numberMembers } from './value_part.js';

interface PercentilesOptions extends CommonOptions {
  percents: readonly number[];
  keyed: boolean;
}

interface PercentilesPart {
  /** A value for each percentage, owner by owner. */
  readonly values: Float64Array;
}

const DEFAULT_PERCENTS = [1, 5, 25, 50, 75, 95, 99];

export const percentiles_bucket = pipelineType<PercentilesOptions, PercentilesPart>({
  ...bucketMetric,
  name: 'percentiles_bucket',
  parse: (json, context) =>
    parseBucketMetric(json, context, (common) => {
      const options: PercentilesOptions = Object.assign(common, {
        percents: DEFAULT_PERCENTS,
        keyed: true,
      });
      const percents = (given: readonly JsonValue[]) => {
        options.percents = given.map(percentOf);
      };
      const keyed = (given: boolean) => {
        options.keyed = given;
      };
      return { options, readers: { array: { percents }, boolean: { keyed } } };
    }),
  compute(node, ground) {
    const { owners } = ground.level;
    const { percents } = node.options;
    const sorted = Array.from({ length: owners }, (): number[] => []);
    eachValue(node, ground, (at, value) => void sorted[at]?.push(value));
    const values = new Float64Array(owners * percents.length);
    sorted.forEach((own, owner) => {
      own.sort((a, b) => a - b);
      percents.forEach((percent, i) => {
        const rank = Math.floor((percent / 100) * (own.length - 1) + 0.5);
        values[owner * percents.length + i] = own[rank] ?? Number.NaN;
      });
    });
    return { values };
  },
  render({ options: { percents, keyed, format } }, { values }, owner): JsonObject {
    const at = (i: number) => values[owner * percents.length + i] ?? Number.NaN;
    if (!keyed) {
      const shown = percents.map((percent, i) => {
        const { value_as_string: text, ...value } = numberMembers('value', at(i), format);
        const key = double(percent);
        // OpenSearch names the text as in a keyed response.
        const name = `${textOfNumber(percent, RAW)}_as_string`;
        return { key, ...value, ...(text === undefined ? {} : { [name]: text }) };
      });
      return { values: shown };
    }
    const members = percents.flatMap((percent, i) =>
      Object.entries(numberMembers(textOfNumber(percent, RAW), at(i), format)),
    );
    return { values: Object.fromEntries(members) };
  },
  value({ options: { percents } }, { values }, owner, property) {
    const i = percents.indexOf(Number(property));
    return i < 0 ? undefined : values[owner * percents.length + i];
  },
});

function percentOf(json: JsonValue): number {
  if (typeof json === 'number' && json >= 0 && json <= 100) return json;
  throw new ApiError(
    'illegal_argument_exception',
    'percents must only contain non-null doubles from 0.0-100.0 inclusive',
  );
}
