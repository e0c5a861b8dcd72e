/**
 * Divergence from independence: how much more frequent the term is than if terms fell independently of documents.
 *
 * Dinçer, Kocabaş and Karaoğlan, "IRRA at TREC 2009/2010: Index Term Weighting by Divergence From Independence Model".
 */
import type { Similarity } from './similarity.js';
import { LOG_2, statisticalSimilarity } from './statistical_similarity.js';

export const INDEPENDENCE_MEASURES = {
  standardized: (freq: number, expected: number): number => (freq - expected) / Math.sqrt(expected),
  saturated: (freq: number, expected: number): number => (freq - expected) / expected,
  chisquared: (freq: number, expected: number): number => (freq - expected) ** 2 / expected,
} as const;

export function dfi(measure: keyof typeof INDEPENDENCE_MEASURES): Similarity {
  const divergence = INDEPENDENCE_MEASURES[measure];
  return statisticalSimilarity(({ boost, totalTermFreq, fieldTokens }) => (freq, length) => {
    const expected = ((totalTermFreq + 1) * length) / (fieldTokens + 1);
    if (freq <= expected) return 0;
    return (boost * Math.log(divergence(freq, expected) + 1)) / LOG_2;
  });
}
