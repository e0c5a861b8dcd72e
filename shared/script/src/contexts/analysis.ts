/** The token filters `condition` and `predicate_token_filter`: decide if a token passes. */
import type { ScriptContext } from './context_type.js';

export const analysis: ScriptContext = {
  name: 'analysis',
  variables: [
    { name: 'token', type: 'org.opensearch.analysis.common.AnalysisPredicateScript$Token' },
  ],
  takes: ['token'],
  returns: 'boolean',
};
