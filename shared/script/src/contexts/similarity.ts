/** Scripted similarity: a score from `weight`, `query`, `field`, `term` and `doc`. */
import type { ScriptContext } from './context_type.js';

export const similarity: ScriptContext = {
  name: 'similarity',
  variables: [
    { name: 'weight', type: 'double' },
    { name: 'query', type: 'org.opensearch.index.similarity.ScriptedSimilarity$Query' },
    { name: 'field', type: 'org.opensearch.index.similarity.ScriptedSimilarity$Field' },
    { name: 'term', type: 'org.opensearch.index.similarity.ScriptedSimilarity$Term' },
    { name: 'doc', type: 'org.opensearch.index.similarity.ScriptedSimilarity$Doc' },
  ],
  takes: ['weight', 'query', 'field', 'term', 'doc'],
  returns: 'double',
};
