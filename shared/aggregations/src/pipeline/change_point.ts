/**
 * `change_point`: finds where and how the numbers of the buckets beside it change. It is an
 * aggregation of Elasticsearch; OpenSearch has none like it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { pipelineType } from '../pipeline_type.js';
import { type Change, changeOf, LEAST_VALUES } from '../statistics/change_points.js';
import { numberJson } from '../values/value_format.js';
import { bucketMetric, eachValue, parsePlainMetric } from './bucket_metric.js';
import type { CommonOptions } from './options.js';

/** The result of each owner, which is a bucket around the aggregation. */
type ChangePart = readonly FoundChange[];

interface FoundChange {
  readonly change: Change | undefined;
  /** The number of buckets with a value. */
  readonly count: number;
  /** The index of the change among the shown buckets; -1 if there is none. */
  readonly bucket: number;
}

/** The values of one owner's buckets, in order; buckets without a value are left out. */
interface Series {
  readonly values: number[];
  /** The index of each value's bucket among the shown buckets. */
  readonly places: number[];
}

/** `comparing` is called before each comparison of distributions, and may throw to cancel. */
function found({ values, places }: Series, comparing: () => void): FoundChange {
  const count = values.length;
  const change = count < LEAST_VALUES ? undefined : changeOf(Float64Array.from(values), comparing);
  const bucket = change !== undefined && 'at' in change ? places[change.at] : -1;
  return { change, count, bucket };
}

function typeOf({ change, count, bucket }: FoundChange): JsonObject {
  if (change === undefined) {
    const reason = `not enough buckets to calculate change_point. Requires at least [${LEAST_VALUES}]; found [${count}]`;
    return { indeterminable: { reason } };
  }
  const members: Record<string, JsonValue> = {};
  if ('p' in change) members.p_value = numberJson(change.p);
  if ('r' in change) members.r_value = numberJson(change.r);
  if ('trend' in change) members.trend = change.trend;
  if (bucket >= 0) members.change_point = bucket;
  return { [change.kind]: members };
}

/** The bucket at a place in the rendered aggregation. */
function shownBucket(json: JsonObject | undefined, place: number): JsonValue | undefined {
  const buckets = json?.buckets ?? null;
  if (Array.isArray(buckets)) return buckets[place];
  return isJsonObject(buckets) ? Object.values(buckets)[place] : undefined;
}

export const change_point = pipelineType<CommonOptions, ChangePart>({
  ...bucketMetric,
  name: 'change_point',
  parse(json, context) {
    const options = parsePlainMetric(json, context);
    if (options.format === undefined) return options;
    throw new ApiError('illegal_argument_exception', '[change_point] unknown field [format]');
  },
  compute(node, ground) {
    const all = Array.from(
      { length: ground.level.owners },
      (): Series => ({ values: [], places: [] }),
    );
    eachValue(node, ground, (at, value, _key, place) => {
      all[at]?.values.push(value);
      all[at]?.places.push(place);
    });
    return all.map((series) => found(series, ground.scope.checkCancelled));
  },
  render({ options }, part, owner, beside) {
    const own = part[owner];
    const bucket =
      own.bucket < 0 ? undefined : shownBucket(beside(options.paths[0]?.steps[0]), own.bucket);
    return { ...(bucket === undefined ? {} : { bucket }), type: typeOf(own) };
  },
});
