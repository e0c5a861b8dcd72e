/** `avg_bucket`: the average of a value over the buckets of an aggregation. */
import { pipelineType } from '../pipeline_type.js';
import { bucketMetric, eachValue, parsePlainMetric } from './bucket_metric.js';
import { numberPipeline } from './number_pipeline.js';
import type { CommonOptions } from './options.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

export const avg_bucket = pipelineType<CommonOptions, ValuePart>({
  ...numberPipeline<CommonOptions>(),
  ...bucketMetric,
  name: 'avg_bucket',
  parse: parsePlainMetric,
  compute(node, ground) {
    const { owners } = ground.level;
    const [sums, counts] = [new Float64Array(owners), new Float64Array(owners)];
    eachValue(node, ground, (at, value) => {
      sums[at] = sums[at] + value;
      counts[at] = counts[at] + 1;
    });
    const part = emptyValues(owners);
    sums.forEach((sum, at) => {
      putValue(part, at, sum / counts[at]);
    });
    return part;
  },
});
