/** Modifies a document: `ctx._source`, `ctx.op`, metadata. */
import { CTX, PARAMS, type ScriptContext } from './context_type.js';

export const update: ScriptContext = {
  name: 'update',
  variables: [PARAMS, CTX],
  returns: 'void',
};
