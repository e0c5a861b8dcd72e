/** `moving_fn`: computes a number for a window of values. */
import { PARAMS, type ScriptContext } from './context_type.js';

export const movingFunction: ScriptContext = {
  name: 'moving-function',
  variables: [PARAMS, { name: 'values', type: 'double[]' }],
  takes: ['params', 'values'],
  returns: 'double',
};
