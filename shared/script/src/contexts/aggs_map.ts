/** `map_script` of `scripted_metric`: adds one document to `state`. */
import { DOC, PARAMS, SCORE, type ScriptContext } from './context_type.js';

export const aggsMap: ScriptContext = {
  name: 'aggs_map',
  variables: [PARAMS, DOC, SCORE, { name: 'state', type: 'java.util.Map' }],
  paramsHaveDocument: true,
  returns: 'void',
};
