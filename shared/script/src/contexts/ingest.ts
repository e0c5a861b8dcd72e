/** The `script` processor: `ctx` is the document being ingested. */
import { CTX, PARAMS, type ScriptContext } from './context_type.js';

export const ingest: ScriptContext = {
  name: 'ingest',
  variables: [PARAMS, CTX],
  takes: ['ctx'],
  returns: 'void',
};
