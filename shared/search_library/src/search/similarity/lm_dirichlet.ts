/**
 * A language model smoothed with Dirichlet priors. A term that is rarer in the document than in the
 * collection scores 0, not less.
 *
 * Zhai and Lafferty, "A Study of Smoothing Methods for Language Models Applied to Ad Hoc
 * Information Retrieval" (2001).
 */
import { matched } from '../explain/explanation.js';
import { explainCollection, explainOccurrences } from './explain_language_model.js';
import type { Similarity } from './similarity.js';
import { boostDetail, statisticalSimilarity } from './statistical_similarity.js';

const f = Math.fround;
const DEFAULT_MU = 2000;

export function lmDirichlet(mu: number = DEFAULT_MU): Similarity {
  return statisticalSimilarity(({ boost, totalTermFreq, fieldTokens }) => {
    const probability = (totalTermFreq + 1) / (fieldTokens + 1);
    const evidence = (freq: number): number => Math.log(1 + freq / (mu * probability));
    const norm = (length: number): number => Math.log(mu / (length + mu));
    return {
      score: (freq, length) => Math.max(0, boost * (evidence(freq) + norm(length))),
      explain: ({ frequency, length }) => ({
        name: 'LMDirichletSimilarity',
        words: 'computed as boost * (term weight + document norm) from:',
        details: [
          ...boostDetail(boost, 'query boost'),
          matched(f(mu), 'mu'),
          matched(
            f(evidence(frequency.value)),
            'term weight, computed as log(1 + freq /(mu * P)) from:',
            [...explainOccurrences(frequency, probability)].reverse(),
          ),
          matched(f(norm(length)), 'document norm, computed as log(mu / (dl + mu))'),
          ...explainCollection(length, probability),
        ],
      }),
    };
  });
}
