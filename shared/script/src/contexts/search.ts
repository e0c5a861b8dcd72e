/** The script processor of a search pipeline: `ctx` is the request. */
import { CTX, PARAMS, type ScriptContext } from './context_type.js';

export const search: ScriptContext = {
  name: 'search',
  variables: [PARAMS, CTX],
  takes: ['ctx'],
  returns: 'void',
};
