/** `bucket_selector`: decides if a bucket is kept. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const aggregationSelector: ScriptContext = {
  name: 'aggregation_selector',
  variables: [PARAMS],
  returns: 'boolean',
};
