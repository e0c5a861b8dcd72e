/**
 * How DFR and IB bring the term frequency to a common document length.
 *
 * Amati and van Rijsbergen, "Probabilistic Models of Information Retrieval Based on Measuring the Divergence from Randomness" (2002).
 */
import { LOG_2, type ScoreStatistics } from './statistical_similarity.js';

export type Normalization = (freq: number, length: number, field: ScoreStatistics) => number;

export const noNormalization: Normalization = (freq) => freq;

/** Uniform distribution of the term over the document. */
export function normalizationH1(c: number): Normalization {
  return (freq, length, { averageLength }) => freq * c * (averageLength / length);
}

/** Term frequency falls with length. */
export function normalizationH2(c: number): Normalization {
  return (freq, length, { averageLength }) =>
    (freq * Math.log(1 + (c * averageLength) / length)) / LOG_2;
}

/** Dirichlet priors. */
export function normalizationH3(mu: number): Normalization {
  return (freq, length, { totalTermFreq, fieldTokens }) =>
    ((freq + mu * ((totalTermFreq + 1) / (fieldTokens + 1))) / (length + mu)) * mu;
}

/** Pareto-Zipf. */
export function normalizationZ(z: number): Normalization {
  return (freq, length, { averageLength }) => freq * (averageLength / length) ** z;
}
