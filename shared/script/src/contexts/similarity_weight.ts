/** The part of a scripted similarity that is the same for all documents. */
import type { ScriptContext } from './context_type.js';

export const similarityWeight: ScriptContext = {
  name: 'similarity_weight',
  variables: [
    { name: 'query', type: 'org.opensearch.index.similarity.ScriptedSimilarity$Query' },
    { name: 'field', type: 'org.opensearch.index.similarity.ScriptedSimilarity$Field' },
    { name: 'term', type: 'org.opensearch.index.similarity.ScriptedSimilarity$Term' },
  ],
  takes: ['query', 'field', 'term'],
  returns: 'double',
};
