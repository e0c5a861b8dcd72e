/** The `script` query: decides if a document matches. */
import { DOC, PARAMS, type ScriptContext } from './context_type.js';

export const filter: ScriptContext = {
  name: 'filter',
  variables: [PARAMS, DOC],
  returns: 'boolean',
};
