/** `cumulative_sum`: the sum of a value over the buckets so far. */
import { pipelineType } from '../pipeline_type.js';
import { numberPipeline } from './number_pipeline.js';
import { type CommonOptions, readPathAndFormat } from './options.js';
import { requirePathAlongSequence } from './surroundings.js';
import { putValue, type ValuePart } from './value_part.js';
import { valuesAlong } from './values_along.js';

export const cumulative_sum = pipelineType<CommonOptions, ValuePart>({
  ...numberPipeline<CommonOptions>(),
  name: 'cumulative_sum',
  parse: readPathAndFormat,
  check: requirePathAlongSequence,
  compute: ({ options }, ground) =>
    valuesAlong(options.paths, ground, (own, { buckets, path, part }) => {
      let sum = 0;
      for (const bucket of own) {
        const value = buckets.value(bucket, path, 'insert_zeros');
        if (value !== undefined && Number.isFinite(value)) sum += value;
        putValue(part, bucket, sum);
      }
    }),
});
