/**
 * Language model of the document mixed with that of the collection. Small lambdas suit titles, great ones long queries.
 *
 * Zhai and Lafferty, "A Study of Smoothing Methods for Language Models Applied to Ad Hoc Information Retrieval" (2001).
 */
import type { Similarity } from './similarity.js';
import { statisticalSimilarity } from './statistical_similarity.js';

const DEFAULT_LAMBDA = Math.fround(0.1);

export function lmJelinekMercer(lambda: number = DEFAULT_LAMBDA): Similarity {
  return statisticalSimilarity(({ boost, totalTermFreq, fieldTokens }) => {
    const smoothing = lambda * ((totalTermFreq + 1) / (fieldTokens + 1));
    return (freq, length) => boost * Math.log(1 + ((1 - lambda) * freq) / length / smoothing);
  });
}
