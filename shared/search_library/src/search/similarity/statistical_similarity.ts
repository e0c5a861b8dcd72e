/**
 * What the similarities of Lucene's SimilarityBase share: a score computed in doubles from the statistics of one term, rounded to
 * float32 once; the score of several terms (a phrase) is the sum of theirs.
 *
 * The formulas cost logarithms and powers, but nearly all postings have a small frequency and one of 256 lengths: those scores are
 * computed once.
 */
import type { FieldStatistics, TermStatistics } from '../index_searcher.js';
import { decodeFieldLength } from './field_length.js';
import type { Similarity, SimilarityScorer } from './similarity.js';

export interface ScoreStatistics {
  readonly boost: number;
  /** Documents that have the field. */
  readonly docCount: number;
  /** Tokens of the field in all documents. */
  readonly fieldTokens: number;
  readonly averageLength: number;
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

/** The score of a frequency in a field of that many tokens. */
export type ScoreFormula = (freq: number, length: number) => number;

/** `formulaFor` is called once a query and term. */
export function statisticalSimilarity(
  formulaFor: (statistics: ScoreStatistics) => ScoreFormula,
): Similarity {
  return {
    scorer(boost, field, terms) {
      const scorers = terms.map((term) => {
        const formula = formulaFor(statisticsOf(boost, field, term));
        return new FormulaScorer((freq, norm) => formula(freq, decodeFieldLength(norm)));
      });
      const [only] = scorers;
      if (scorers.length === 1 && only !== undefined) return only;
      return new FormulaScorer((freq, norm) => sumOfScores(scorers, freq, norm));
    },
  };
}

function statisticsOf(
  boost: number,
  field: FieldStatistics,
  { docFreq, totalTermFreq }: TermStatistics,
): ScoreStatistics {
  return {
    boost,
    docCount: field.docCount,
    fieldTokens: field.sumTotalTermFreq,
    averageLength: field.sumTotalTermFreq / field.docCount,
    docFreq,
    totalTermFreq,
  };
}

function sumOfScores(scorers: readonly SimilarityScorer[], freq: number, norm: number): number {
  let sum = 0;
  for (const scorer of scorers) sum = Math.fround(sum + scorer.score(freq, norm));
  return sum;
}

export const LOG_2 = Math.log(2);

/** Frequencies below this are remembered. */
const REMEMBERED_FREQS = 16;
const LENGTH_CODES = 256;
/** What stands for a frequency without bound; the formulas divide by it. */
const MAX_FREQ = 3.4028234663852886e38;

class FormulaScorer implements SimilarityScorer {
  readonly #formula: (freq: number, norm: number) => number;
  /** By freq and norm; NaN where not computed yet. */
  readonly #known = new Float32Array(REMEMBERED_FREQS * LENGTH_CODES).fill(Number.NaN);

  constructor(formula: (freq: number, norm: number) => number) {
    this.#formula = formula;
  }

  score(freq: number, norm: number): number {
    if (freq < REMEMBERED_FREQS && Number.isInteger(freq)) {
      const slot = freq * LENGTH_CODES + norm;
      const known = this.#known[slot] as number;
      if (!Number.isNaN(known)) return known;
      const score = Math.fround(this.#formula(freq, norm));
      this.#known[slot] = score;
      return score;
    }
    if (freq !== Number.POSITIVE_INFINITY) return Math.fround(this.#formula(freq, norm));
    const bound = this.#formula(MAX_FREQ, norm);
    return Number.isNaN(bound) ? freq : Math.fround(bound);
  }
}
