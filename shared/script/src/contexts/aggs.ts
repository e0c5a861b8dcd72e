/** Scripts of aggregations: compute a value for a document; `_value` is the value of the field. */
import { DOC, PARAMS, type ScriptContext } from './context_type.js';

export const aggs: ScriptContext = {
  name: 'aggs',
  variables: [
    PARAMS,
    DOC,
    { name: '_score', type: 'java.lang.Number' },
    { name: '_value', type: 'def' },
  ],
  paramsHaveDocument: true,
  returns: 'java.lang.Object',
};
