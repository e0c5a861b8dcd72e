/** `script_score`: computes a score for a document. `explanation.set` describes the score. */

import { DOC, PARAMS, SCORE, type ScriptContext } from './context_type.js';
import { SCORE_FUNCTIONS } from './score_functions.js';

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
  functions: SCORE_FUNCTIONS,
  returns: 'double',
};
