/** The `if` of a processor. */
import { CTX, PARAMS, type ScriptContext } from './context_type.js';

export const processorConditional: ScriptContext = {
  name: 'processor_conditional',
  variables: [PARAMS, CTX],
  takes: ['ctx'],
  returns: 'boolean',
};
