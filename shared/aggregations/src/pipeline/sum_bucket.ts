/** `sum_bucket`: the sum of a value over the buckets of an aggregation. */
import { pipelineType } from '../pipeline_type.js';
import { bucketMetric, eachValue, parsePlainMetric } from './bucket_metric.js';
import { numberPipeline } from './number_pipeline.js';
import type { CommonOptions } from './options.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

export const sum_bucket = pipelineType<CommonOptions, ValuePart>({
  ...numberPipeline<CommonOptions>(),
  ...bucketMetric,
  name: 'sum_bucket',
  parse: parsePlainMetric,
  compute(node, ground) {
    const part = emptyValues(ground.level.owners);
    part.present.fill(1);
    eachValue(node, ground, (at, value) => putValue(part, at, part.values[at] + value));
    return part;
  },
});
