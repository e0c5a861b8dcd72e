/** `script_score`: a score for a document. */
import { DOC, PARAMS, SCORE, type ScriptContext } from './context_type.js';

export const score: ScriptContext = {
  name: 'score',
  variables: [PARAMS, DOC, SCORE],
  returns: 'double',
};
