/**
 * Information-based models: the information that a normalised frequency carries under a bursty distribution of the term.
 *
 * Clinchant and Gaussier, "Information-Based Models for Ad Hoc IR" (2010).
 */
import type { Normalization } from './normalization.js';
import type { Similarity } from './similarity.js';
import { type ScoreStatistics, statisticalSimilarity } from './statistical_similarity.js';

/** The double just below 1, and what float32 next to 1 Lucene takes for a lambda of 1. */
const BELOW_ONE = 1 - Number.EPSILON / 2;
const FLOAT_ABOVE_ONE = 1 + 2 ** -23;
const FLOAT_BELOW_ONE = 1 - 2 ** -24;

export const DISTRIBUTIONS = {
  /** Log-logistic. */
  ll: (tfn: number, lambda: number): number => -Math.log(lambda / (tfn + lambda)),
  /** Smoothed power law. */
  spl: (tfn: number, lambda: number): number => {
    const exponent = Math.min(1 - 1 / (tfn + 1), BELOW_ONE);
    const power = lambda ** exponent;
    const distinct = power === lambda ? nextTowards1(lambda) : power;
    return Math.max(0, -Math.log((distinct - lambda) / (1 - lambda)));
  },
} as const;

/** The neighbouring double on the side of 1: rounding must not make the power law infinite. */
function nextTowards1(value: number): number {
  const step = 2 ** (Math.floor(Math.log2(value)) - 52);
  return value < 1 ? value + step : value - step;
}

export const LAMBDAS = {
  /** Mean of documents with the term. */
  df: ({ docFreq, docCount }: ScoreStatistics): number => {
    const lambda = Math.fround((docFreq + 1) / (docCount + 1));
    return lambda === 1 ? FLOAT_BELOW_ONE : lambda;
  },
  /** Mean of occurrences. */
  ttf: ({ totalTermFreq, docCount }: ScoreStatistics): number => {
    const lambda = Math.fround((totalTermFreq + 1) / (docCount + 1));
    return lambda === 1 ? FLOAT_ABOVE_ONE : lambda;
  },
} as const;

export interface IbOptions {
  readonly distribution: keyof typeof DISTRIBUTIONS;
  readonly lambda: keyof typeof LAMBDAS;
  readonly normalization: Normalization;
}

export function ib({ distribution, lambda, normalization }: IbOptions): Similarity {
  const information = DISTRIBUTIONS[distribution];
  return statisticalSimilarity((statistics) => {
    const mean = LAMBDAS[lambda](statistics);
    return (freq, length) =>
      statistics.boost * information(normalization(freq, length, statistics), mean);
  });
}
