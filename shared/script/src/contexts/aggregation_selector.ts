/** `bucket_selector`: whether a bucket stays. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const aggregationSelector: ScriptContext = {
  name: 'aggregation_selector',
  variables: [PARAMS],
  returns: 'boolean',
};
