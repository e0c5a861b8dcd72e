/** `_script` sort of type number. */
import { DOC, PARAMS, SCORE, type ScriptContext } from './context_type.js';

export const numberSort: ScriptContext = {
  name: 'number_sort',
  variables: [PARAMS, DOC, SCORE],
  paramsHaveDocument: true,
  returns: 'double',
};
