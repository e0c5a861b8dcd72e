/**
 * Language model smoothed with Dirichlet priors. A term rarer in the document than in the collection scores 0, not less.
 *
 * Zhai and Lafferty, "A Study of Smoothing Methods for Language Models Applied to Ad Hoc Information Retrieval" (2001).
 */
import type { Similarity } from './similarity.js';
import { statisticalSimilarity } from './statistical_similarity.js';

const DEFAULT_MU = 2000;

export function lmDirichlet(mu: number = DEFAULT_MU): Similarity {
  return statisticalSimilarity(({ boost, totalTermFreq, fieldTokens }) => {
    const probability = (totalTermFreq + 1) / (fieldTokens + 1);
    return (freq, length) => {
      const evidence = Math.log(1 + freq / (mu * probability));
      return Math.max(0, boost * (evidence + Math.log(mu / (length + mu))));
    };
  });
}
