/**
 * Normalises the term frequency to a common document length, for DFR and IB.
 *
 * Amati and van Rijsbergen, "Probabilistic Models of Information Retrieval Based on Measuring the
 * Divergence from Randomness" (2002).
 */
import { counted, type Explanation, matched } from '../explain/explanation.js';
import { LOG_2, type ScoreStatistics } from './statistical_similarity.js';

export interface Normalization {
  of(freq: number, length: number, field: ScoreStatistics): number;
  explain(freq: number, length: number, field: ScoreStatistics): Explanation;
}

const f = Math.fround;

export const noNormalization: Normalization = {
  of: (freq) => freq,
  explain: () => counted(1, 'no normalization'),
};

/** The explanation's parts that differ between the normalizations. */
interface Words {
  readonly name: string;
  readonly formula: string;
  readonly parameter: readonly [value: number, words: string];
  /** True if the parameter is printed last. */
  readonly parameterLast?: boolean;
}

function byAverageLength(of: Normalization['of'], words: Words): Normalization {
  const { name, formula, parameterLast = false } = words;
  const parameter = matched(f(words.parameter[0]), words.parameter[1]);
  return {
    of,
    explain(freq, length, field) {
      const details = [
        matched(f(freq), 'tf, number of occurrences of term in the document'),
        ...(parameterLast ? [] : [parameter]),
        matched(f(field.averageLength), 'avgfl, average length of field across all documents'),
        matched(f(length), 'fl, field length of the document'),
        ...(parameterLast ? [parameter] : []),
      ];
      const tfn = f(of(freq, length, field));
      return matched(tfn, `Normalization${name}, computed as ${formula} from:`, details);
    },
  };
}

/** Assumes a uniform distribution of the term over the document. */
export function normalizationH1(c: number): Normalization {
  return byAverageLength((freq, length, { averageLength }) => freq * c * (averageLength / length), {
    name: 'H1',
    formula: 'tf * c * (avgfl / fl)',
    parameter: [c, 'c, hyper-parameter'],
  });
}

/** Assumes that the term frequency falls with the length. */
export function normalizationH2(c: number): Normalization {
  return byAverageLength(
    (freq, length, { averageLength }) =>
      (freq * Math.log(1 + (c * averageLength) / length)) / LOG_2,
    { name: 'H2', formula: 'tf * log2(1 + c * avgfl / fl)', parameter: [c, 'c, hyper-parameter'] },
  );
}

/** Uses Dirichlet priors. */
export function normalizationH3(mu: number): Normalization {
  const of: Normalization['of'] = (freq, length, { totalTermFreq, fieldTokens }) =>
    ((freq + mu * ((totalTermFreq + 1) / (fieldTokens + 1))) / (length + mu)) * mu;
  return {
    of,
    explain: (freq, length, field) =>
      matched(
        f(of(freq, length, field)),
        'NormalizationH3, computed as (tf + mu * ((F+1) / (T+1))) / (fl + mu) * mu from:',
        [
          matched(f(freq), 'tf, number of occurrences of term in the document'),
          matched(f(mu), 'mu, smoothing parameter'),
          // Lucene's text has two spaces here.
          matched(
            f(field.totalTermFreq),
            'F,  total number of occurrences of term across all documents',
          ),
          matched(
            f(field.fieldTokens),
            'T, total number of tokens of the field across all documents',
          ),
          matched(f(length), 'fl, field length of the document'),
        ],
      ),
  };
}

/** Uses the Pareto-Zipf law. */
export function normalizationZ(z: number): Normalization {
  return byAverageLength(
    (freq, length, { averageLength }) => freq * (averageLength / length) ** z,
    {
      name: 'Z',
      formula: 'tf * Math.pow(avgfl / fl, z)',
      parameter: [z, 'z, relates to specificity of the language'],
      parameterLast: true,
    },
  );
}
