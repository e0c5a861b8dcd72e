/**
 * A language model of the document mixed with that of the collection. Small lambdas suit titles,
 * large ones long queries.
 *
 * Zhai and Lafferty, "A Study of Smoothing Methods for Language Models Applied to Ad Hoc
 * Information Retrieval" (2001).
 */
import { matched } from '../explain/explanation.js';
import { explainCollection, explainOccurrences } from './explain_language_model.js';
import type { Similarity } from './similarity.js';
import { boostDetail, statisticalSimilarity } from './statistical_similarity.js';

const DEFAULT_LAMBDA = Math.fround(0.1);

export function lmJelinekMercer(lambda: number = DEFAULT_LAMBDA): Similarity {
  return statisticalSimilarity(({ boost, totalTermFreq, fieldTokens }) => {
    const probability = (totalTermFreq + 1) / (fieldTokens + 1);
    const smoothing = lambda * probability;
    return {
      score: (freq, length) => boost * Math.log(1 + ((1 - lambda) * freq) / length / smoothing),
      explain: ({ frequency, length }) => ({
        name: 'LMJelinekMercerSimilarity',
        words: 'computed as boost * log(1 + ((1 - lambda) * freq / dl) /(lambda * P)) from:',
        details: [
          ...boostDetail(boost, 'boost'),
          matched(Math.fround(lambda), 'lambda'),
          ...explainOccurrences(frequency, probability),
          ...explainCollection(length, probability),
        ],
      }),
    };
  });
}
