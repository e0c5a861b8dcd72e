/** `script_score`: a score for a document. `explanation.set` says how it came about. */
import { DOC, PARAMS, SCORE, type ScriptContext } from './context_type.js';

export const score: ScriptContext = {
  name: 'score',
  variables: [
    PARAMS,
    DOC,
    SCORE,
    { name: 'explanation', type: 'org.opensearch.script.ScoreScript$ExplanationHolder' },
  ],
  takes: ['explanation'],
  paramsHaveDocument: true,
  returns: 'double',
};
