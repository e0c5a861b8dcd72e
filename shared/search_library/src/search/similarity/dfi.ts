/**
 * Divergence from independence: scores by how much more frequent the term is than if terms were
 * distributed independently of documents.
 *
 * Dinçer, Kocabaş and Karaoğlan, "IRRA at TREC 2009/2010: Index Term Weighting by Divergence From
 * Independence Model".
 */
import { counted, matched } from '../explain/explanation.js';
import type { Similarity } from './similarity.js';
import { LOG_2, statisticalSimilarity } from './statistical_similarity.js';

const f = Math.fround;

export const INDEPENDENCE_MEASURES = {
  standardized: (freq: number, expected: number): number => (freq - expected) / Math.sqrt(expected),
  saturated: (freq: number, expected: number): number => (freq - expected) / expected,
  chisquared: (freq: number, expected: number): number => (freq - expected) ** 2 / expected,
} as const;

export function dfi(measure: keyof typeof INDEPENDENCE_MEASURES): Similarity {
  const divergence = INDEPENDENCE_MEASURES[measure];
  return statisticalSimilarity(({ boost, totalTermFreq, fieldTokens }) => {
    const expectedIn = (length: number): number =>
      ((totalTermFreq + 1) * length) / (fieldTokens + 1);
    return {
      score(freq, length) {
        const expected = expectedIn(length);
        if (freq <= expected) return 0;
        return (boost * Math.log(divergence(freq, expected) + 1)) / LOG_2;
      },
      explain({ frequency, length }) {
        const name = 'DFISimilarity';
        const expected = expectedIn(length);
        const freq = frequency.value;
        if (freq <= expected) return { name, words: 'equals to 0', details: [] };
        const measured = matched(
          f(divergence(freq, expected)),
          'measure, computed as independence.score(freq, expected) from:',
          [
            frequency,
            matched(f(expected), 'expected, computed as (F + 1) * dl / (T + 1) from:', [
              counted(totalTermFreq, 'F, total number of occurrences of term across all docs'),
              matched(f(length), 'dl, length of field'),
              counted(fieldTokens, 'T, total number of tokens in the field'),
            ]),
          ],
        );
        const words = 'computed as boost * log2(measure + 1) from:';
        return { name, words, details: [matched(boost, 'boost, query boost'), measured] };
      },
    };
  });
}
