/** `init_script` of `scripted_metric`: prepares `state`. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const aggsInit: ScriptContext = {
  name: 'aggs_init',
  variables: [PARAMS, { name: 'state', type: 'def' }],
  returns: 'void',
};
