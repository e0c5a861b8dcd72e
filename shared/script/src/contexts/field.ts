/** `script_fields`: computes any value for a document. */
import { DOC, PARAMS, type ScriptContext } from './context_type.js';

export const field: ScriptContext = {
  name: 'field',
  variables: [PARAMS, DOC],
  paramsHaveDocument: true,
  returns: 'java.lang.Object',
};
