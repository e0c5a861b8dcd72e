/** Scripts of aggregations: a value for a document; `_value` is the value of the field. */
import { DOC, PARAMS, SCORE, type ScriptContext } from './context_type.js';

export const aggs: ScriptContext = {
  name: 'aggs',
  variables: [PARAMS, DOC, SCORE, { name: '_value', type: 'def' }],
  paramsHaveDocument: true,
  returns: 'java.lang.Object',
};
