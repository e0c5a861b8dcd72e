/** `script_heuristic` of `significant_terms`: how telling a term is, from four counts among the parameters. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const scriptHeuristic: ScriptContext = {
  name: 'script_heuristic',
  variables: [PARAMS],
  takes: ['params'],
  returns: 'double',
};
