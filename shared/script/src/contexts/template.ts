/** A template as a script: renders the text of a request. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const template: ScriptContext = {
  name: 'template',
  variables: [PARAMS],
  returns: 'java.lang.String',
};
