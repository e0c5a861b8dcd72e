/** `reduce_script` of `scripted_metric`: computes the result from the shards' values. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const aggsReduce: ScriptContext = {
  name: 'aggs_reduce',
  variables: [PARAMS, { name: 'states', type: 'java.util.List' }],
  returns: 'java.lang.Object',
};
