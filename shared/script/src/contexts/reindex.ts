/** `_reindex`: as `update`; `ctx._index`, `ctx._id` and the like may be changed too. */
import { CTX, PARAMS, type ScriptContext } from './context_type.js';

export const reindex: ScriptContext = {
  name: 'reindex',
  variables: [PARAMS, CTX],
  returns: 'void',
};
