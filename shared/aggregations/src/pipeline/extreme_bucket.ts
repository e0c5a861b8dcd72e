/**
 * `max_bucket` and `min_bucket`: the greatest, or the least, value, and the keys of the buckets
 * that have it.
 */
import { pipelineType } from '../pipeline_type.js';
import { bucketMetric, eachValue, parsePlainMetric } from './bucket_metric.js';
import { numberPipeline } from './number_pipeline.js';
import type { CommonOptions } from './options.js';
import { shownValue, type ValuePart } from './value_part.js';

interface ExtremePart extends ValuePart {
  /** The keys of the buckets with the extreme value, by owner. */
  readonly keys: readonly (readonly string[])[];
}

function extremeBucket(name: string, worst: number) {
  const isBetter = (value: number, best: number) => (worst < 0 ? value > best : value < best);
  return pipelineType<CommonOptions, ExtremePart>({
    ...numberPipeline<CommonOptions>(),
    ...bucketMetric,
    name,
    parse: parsePlainMetric,
    compute(node, ground) {
      const { owners } = ground.level;
      const values = new Float64Array(owners).fill(worst);
      const keys = Array.from({ length: owners }, (): string[] => []);
      eachValue(node, ground, (at, value, key) => {
        const best = values[at];
        if (isBetter(value, best)) {
          values[at] = value;
          keys[at] = [key()];
        } else if (value === best) keys[at]?.push(key());
      });
      return { values, present: new Uint8Array(owners).fill(1), keys };
    },
    render: ({ options }, part, owner) => ({
      ...shownValue(part, owner, options.format),
      keys: part.keys[owner] ?? [],
    }),
    typeName: () => 'bucket_metric_value',
  });
}

export const max_bucket = extremeBucket('max_bucket', Number.NEGATIVE_INFINITY);
export const min_bucket = extremeBucket('min_bucket', Number.POSITIVE_INFINITY);
