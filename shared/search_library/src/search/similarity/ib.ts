/**
 * Information-based models: the information in a normalised frequency under a bursty distribution
 * of the term.
 *
 * Clinchant and Gaussier, "Information-Based Models for Ad Hoc IR" (2010).
 */
import { counted, type Explanation, matched } from '../explain/explanation.js';
import type { Normalization } from './normalization.js';
import type { Similarity } from './similarity.js';
import {
  boostDetail,
  type ScoreStatistics,
  statisticalSimilarity,
} from './statistical_similarity.js';

const f = Math.fround;

/**
 * The double just below 1, and the float32 neighbours of 1 that Lucene uses in place of a lambda of
 * 1.
 */
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

/**
 * The neighbouring double in the direction of 1, so that rounding does not make the power law
 * infinite.
 */
function nextTowards1(value: number): number {
  const step = 2 ** (Math.floor(Math.log2(value)) - 52);
  return value < 1 ? value + step : value - step;
}

export const LAMBDAS = {
  /** Mean number of documents with the term. */
  df: ({ docFreq, docCount }: ScoreStatistics): number => {
    const lambda = Math.fround((docFreq + 1) / (docCount + 1));
    return lambda === 1 ? FLOAT_BELOW_ONE : lambda;
  },
  /** Mean number of occurrences. */
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
    const { boost } = statistics;
    const mean = LAMBDAS[lambda](statistics);
    return {
      score: (freq, length) =>
        boost * information(normalization.of(freq, length, statistics), mean),
      explain({ frequency, length }) {
        const tfn = normalization.of(frequency.value, length, statistics);
        const details = [
          ...boostDetail(boost),
          normalization.explain(frequency.value, length, statistics),
          explainLambda(lambda, statistics, mean),
          matched(f(information(tfn, mean)), `Distribution${distribution.toUpperCase()}`),
        ];
        return { name: 'IBSimilarity', words: WORDS, details };
      },
    };
  });
}

const WORDS =
  'computed as boost * distribution.score(stats, normalization.tfn(stats, freq, docLen), lambda.lambda(stats)) from:';

function explainLambda(
  lambda: keyof typeof LAMBDAS,
  { docCount, docFreq, totalTermFreq }: ScoreStatistics,
  mean: number,
): Explanation {
  const documents = counted(docCount, 'N, total number of documents with field');
  if (lambda === 'df') {
    const having = counted(docFreq, 'n, number of documents containing term');
    return matched(mean, 'LambdaDF, computed as (n + 1) / (N + 1) from:', [having, documents]);
  }
  const words = 'F, total number of occurrences of term across all documents';
  const occurrences = counted(totalTermFreq, words);
  return matched(mean, 'LambdaTTF, computed as (F + 1) / (N + 1) from:', [occurrences, documents]);
}
