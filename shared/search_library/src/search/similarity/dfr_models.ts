/**
 * The components of divergence from randomness: the information in a frequency, and how far to
 * trust it.
 */
import { counted, type Explanation, matched } from '../explain/explanation.js';
import { LOG_2, type ScoreStatistics } from './statistical_similarity.js';

interface BasicModel {
  /** Information of a normalised frequency; `risk` is the after effect times 1 + tfn. */
  information(statistics: ScoreStatistics, risk: number): (tfn: number) => number;
  /** `value` is the information without the risk. */
  explain(statistics: ScoreStatistics, tfn: number, value: number): Explanation;
}

interface AfterEffect {
  /** The after effect times 1 + tfn. */
  risk(statistics: ScoreStatistics): number;
  explain(statistics: ScoreStatistics, tfn: number, value: number): Explanation;
}

const f = Math.fround;
const log2 = (value: number): number => Math.log(value) / LOG_2;

const tfnDetail = (tfn: number): Explanation => matched(f(tfn), 'tfn, normalized term frequency');
const docCountDetail = ({ docCount }: ScoreStatistics): Explanation =>
  counted(docCount, 'N, total number of documents with field');

/** Models whose information grows linearly with the frequency. */
const linear = (
  factor: (statistics: ScoreStatistics) => number,
  words: string,
  details: (statistics: ScoreStatistics) => readonly Explanation[],
): BasicModel => ({
  information(statistics, risk) {
    const a = factor(statistics);
    return (tfn) => a * risk * (1 - 1 / (1 + tfn));
  },
  explain: (statistics, tfn, value) =>
    matched(f(value), `BasicModel${words} from:`, [tfnDetail(tfn), ...details(statistics)]),
});

/** The probability that chance puts an occurrence into a document. */
const chance = ({ totalTermFreq, docCount }: ScoreStatistics): number =>
  (totalTermFreq + 1) / (docCount + totalTermFreq + 1);

const expected = ({ docCount, totalTermFreq }: ScoreStatistics): number =>
  docCount * (1 - ((docCount - 1) / docCount) ** totalTermFreq);

/** The geometric limit of Bose-Einstein statistics. */
const geometric: BasicModel = {
  information(statistics, risk) {
    const lambda = chance(statistics);
    const a = log2(lambda + 1);
    const b = log2((1 + lambda) / lambda);
    return (tfn) => (b - (b - a) / (1 + tfn)) * risk;
  },
  explain(statistics, tfn, value) {
    const lambda = matched(f(chance(statistics)), 'lambda, computed as F / (N + F) from:', [
      matched(
        f(statistics.totalTermFreq + 1),
        'F, total number of occurrences of term across all docs + 1',
      ),
      matched(f(statistics.docCount), 'N, total number of documents with field'),
    ]);
    const words = 'BasicModelG, computed as log2(lambda + 1) + tfn * log2((1 + lambda) / lambda)';
    return matched(f(value), `${words} from:`, [tfnDetail(tfn), lambda]);
  },
};

export const BASIC_MODELS = {
  g: geometric,
  /** Inverse term frequency. */
  if: linear(
    ({ docCount, totalTermFreq }) => log2(1 + (docCount + 1) / (totalTermFreq + 0.5)),
    'IF, computed as tfn * log2(1 + (N + 1) / (F + 0.5))',
    (statistics) => [
      docCountDetail(statistics),
      counted(
        statistics.totalTermFreq,
        'F, total number of occurrences of term across all documents',
      ),
    ],
  ),
  /** Inverse document frequency. */
  in: linear(
    ({ docCount, docFreq }) => log2((docCount + 1) / (docFreq + 0.5)),
    'In, computed as tfn * log2((N + 1) / (n + 0.5))',
    (statistics) => [
      docCountDetail(statistics),
      counted(statistics.docFreq, 'n, number of documents containing term'),
    ],
  ),
  /** Inverse expected document frequency. */
  ine: linear(
    (statistics) => log2((statistics.docCount + 1) / (expected(statistics) + 0.5)),
    'Ine, computed as tfn * log2((N + 1) / (ne + 0.5))',
    (statistics) => [
      matched(f(expected(statistics)), 'ne, computed as N * (1 - Math.pow((N - 1) / N, F)) from:', [
        matched(
          f(statistics.totalTermFreq),
          'F, total number of occurrences of term across all docs',
        ),
        matched(f(statistics.docCount), 'N, total number of documents with field'),
      ]),
    ],
  ),
} as const satisfies Record<string, BasicModel>;

export const AFTER_EFFECTS = {
  /**
   * The ratio of two Bernoulli processes. Lucene's explanation says "+ 1" of two numbers to which
   * nothing was added.
   */
  b: {
    risk: ({ totalTermFreq, docFreq }) => (totalTermFreq + 2) / (docFreq + 1),
    explain: ({ totalTermFreq, docFreq }, tfn, value) =>
      matched(f(value), 'AfterEffectB, computed as (F + 1) / (n * (tfn + 1)) from:', [
        tfnDetail(tfn),
        counted(totalTermFreq, 'F, total number of occurrences of term across all documents + 1'),
        counted(docFreq, 'n, number of documents containing term + 1'),
        tfnDetail(tfn),
      ]),
  },
  /** Laplace's law of succession. */
  l: {
    risk: () => 1,
    explain: (_statistics, tfn, value) =>
      matched(f(value), 'AfterEffectL, computed as 1 / (tfn + 1) from:', [tfnDetail(tfn)]),
  },
} as const satisfies Record<string, AfterEffect>;
