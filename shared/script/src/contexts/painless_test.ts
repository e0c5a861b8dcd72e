/** `_scripts/painless/_execute` without a context: the result as text. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const painlessTest: ScriptContext = {
  name: 'painless_test',
  variables: [PARAMS],
  returns: 'java.lang.Object',
};
