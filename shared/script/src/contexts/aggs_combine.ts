/** `combine_script` of `scripted_metric`: computes the value that a shard sends. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const aggsCombine: ScriptContext = {
  name: 'aggs_combine',
  variables: [PARAMS, { name: 'state', type: 'java.util.Map' }],
  returns: 'java.lang.Object',
};
