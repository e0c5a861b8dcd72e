/**
 * `script_heuristic` of `significant_terms`: computes the significance of a term from four counts
 * in the parameters.
 */
import { PARAMS, type ScriptContext } from './context_type.js';

export const scriptHeuristic: ScriptContext = {
  name: 'script_heuristic',
  variables: [PARAMS],
  takes: ['params'],
  returns: 'double',
};
