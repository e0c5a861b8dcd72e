/** `bucket_script`: computes a number from the paths in `params`. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const bucketAggregation: ScriptContext = {
  name: 'bucket_aggregation',
  variables: [PARAMS],
  returns: 'java.lang.Number',
};
