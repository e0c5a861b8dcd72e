/** `_update_by_query`: as `update`, for every document found. */
import { CTX, PARAMS, type ScriptContext } from './context_type.js';

export const updateByQuery: ScriptContext = {
  name: 'update_by_query',
  variables: [PARAMS, CTX],
  returns: 'void',
};
