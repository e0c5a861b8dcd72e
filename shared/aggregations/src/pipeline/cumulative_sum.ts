/** `cumulative_sum`: the sum of a value over the buckets so far. */
import { pipelineType } from '../pipeline_type.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, readPathAndFormat } from './options.js';
import { parentBuckets } from './parent_buckets.js';
import { requirePathAlongSequence } from './surroundings.js';
import { emptyValues, putValue, type ValuePart } from './value_part.js';

export const cumulative_sum = pipelineType<CommonOptions, ValuePart>({
  ...numberPipeline<CommonOptions>(),
  name: 'cumulative_sum',
  parse: readPathAndFormat,
  check: requirePathAlongSequence,
  compute({ options }, ground) {
    const buckets = parentBuckets(ground);
    const part = emptyValues(buckets.count);
    const [path] = options.paths;
    if (path === undefined) return part;
    buckets.eachOwner((own) => {
      let sum = 0;
      for (const bucket of own) {
        const value = buckets.value(bucket, path, 'insert_zeros');
        if (value !== undefined && Number.isFinite(value)) sum += value;
        putValue(part, bucket, sum);
      }
    });
    return part;
  },
});
