/**
 * Divergence from randomness: how unlikely it is that chance alone brought the term so often, times the risk of believing it.
 * Basic model and after effect are combined as Lucene's DFRSimilarity does, in forms that never decrease with the frequency.
 *
 * Amati and van Rijsbergen, "Probabilistic Models of Information Retrieval Based on Measuring the Divergence from Randomness" (2002).
 */
import type { Normalization } from './normalization.js';
import type { Similarity } from './similarity.js';
import { LOG_2, type ScoreStatistics, statisticalSimilarity } from './statistical_similarity.js';

/** Information of a normalised frequency, `risk` being the after effect times 1 + tfn. */
type BasicModel = (statistics: ScoreStatistics, risk: number) => (tfn: number) => number;

const log2 = (value: number): number => Math.log(value) / LOG_2;

/** Models whose information grows linearly with the frequency. */
const linear =
  (factor: (statistics: ScoreStatistics) => number): BasicModel =>
  (statistics, risk) => {
    const a = factor(statistics);
    return (tfn) => a * risk * (1 - 1 / (1 + tfn));
  };

export const BASIC_MODELS = {
  /** Geometric limit of Bose-Einstein. */
  g: ({ totalTermFreq, docCount }, risk) => {
    const lambda = (totalTermFreq + 1) / (docCount + totalTermFreq + 1);
    const a = log2(lambda + 1);
    const b = log2((1 + lambda) / lambda);
    return (tfn) => (b - (b - a) / (1 + tfn)) * risk;
  },
  /** Inverse term frequency. */
  if: linear(({ docCount, totalTermFreq }) => log2(1 + (docCount + 1) / (totalTermFreq + 0.5))),
  /** Inverse document frequency. */
  in: linear(({ docCount, docFreq }) => log2((docCount + 1) / (docFreq + 0.5))),
  /** Inverse expected document frequency. */
  ine: linear(({ docCount, totalTermFreq }) => {
    const expected = docCount * (1 - ((docCount - 1) / docCount) ** totalTermFreq);
    return log2((docCount + 1) / (expected + 0.5));
  }),
} as const satisfies Record<string, BasicModel>;

/** Each times 1 + tfn. */
export const AFTER_EFFECTS = {
  /** Ratio of two Bernoulli processes. */
  b: ({ totalTermFreq, docFreq }: ScoreStatistics): number => (totalTermFreq + 2) / (docFreq + 1),
  /** Laplace's law of succession. */
  l: (): number => 1,
} as const;

export interface DfrOptions {
  readonly basicModel: keyof typeof BASIC_MODELS;
  readonly afterEffect: keyof typeof AFTER_EFFECTS;
  readonly normalization: Normalization;
}

export function dfr({ basicModel, afterEffect, normalization }: DfrOptions): Similarity {
  return statisticalSimilarity((statistics) => {
    const risk = AFTER_EFFECTS[afterEffect](statistics);
    const information = BASIC_MODELS[basicModel](statistics, risk);
    return (freq, length) =>
      statistics.boost * information(normalization(freq, length, statistics));
  });
}
