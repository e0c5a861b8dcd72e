/** `_script` sort of type string. */
import { DOC, PARAMS, SCORE, type ScriptContext } from './context_type.js';

export const stringSort: ScriptContext = {
  name: 'string_sort',
  variables: [PARAMS, DOC, SCORE],
  paramsHaveDocument: true,
  returns: 'java.lang.String',
};
