/** `minimum_should_match_script` of `terms_set`. */
import { DOC, PARAMS, type ScriptContext } from './context_type.js';

export const termsSet: ScriptContext = {
  name: 'terms_set',
  variables: [PARAMS, DOC],
  paramsHaveDocument: true,
  returns: 'java.lang.Number',
};
