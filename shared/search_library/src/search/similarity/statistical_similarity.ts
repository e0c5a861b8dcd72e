/**
 * The common part of the similarities derived from Lucene's SimilarityBase: a score computed in
 * doubles from the statistics of one term and rounded to float32 once. The score of several terms
 * (a phrase) is the sum of their scores.
 *
 * The formulas need logarithms and powers, but nearly all postings have a small frequency and one
 * of 256 lengths: those scores are computed once.
 */
import { float32Text } from '@skein/content';
import { type Explanation, matched } from '../explain/explanation.js';
import type { FieldStatistics, TermStatistics } from '../statistics.js';
import { decodeFieldLength } from './field_length.js';
import type { Similarity, SimilarityScorer } from './similarity.js';

export interface ScoreStatistics {
  readonly boost: number;
  /** Number of documents that have the field. */
  readonly docCount: number;
  /** Number of tokens of the field in all documents. */
  readonly fieldTokens: number;
  readonly averageLength: number;
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

/** The score of one term in a field with `length` tokens. */
interface ScoreFormula {
  score(freq: number, length: number): number;
  /** The formula's parts in Lucene's words. */
  explain(scored: ScoredLength): FormulaWords;
}

interface ScoredLength {
  readonly frequency: Explanation;
  readonly length: number;
}

interface FormulaWords {
  /** Lucene's name of the similarity, which is printed before the frequency. */
  readonly name: string;
  readonly words: string;
  readonly details: readonly Explanation[];
}

/** `formulaFor` is called once per query and term. */
export function statisticalSimilarity(
  formulaFor: (statistics: ScoreStatistics) => ScoreFormula,
): Similarity {
  return {
    scorer(boost, field, terms) {
      const scorers = terms.map(
        (term) => new FormulaScorer(formulaFor(statisticsOf(boost, field, term))),
      );
      const [only] = scorers;
      return scorers.length === 1 && only !== undefined ? only : new SumScorer(scorers);
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

/** The factor of the query in the details of a formula. */
export function boostDetail(boost: number, words = 'boost, query boost'): readonly Explanation[] {
  return boost === 1 ? [] : [matched(boost, words)];
}

export const LOG_2 = Math.log(2);

/** Scores of frequencies below this are cached. */
const REMEMBERED_FREQS = 16;
const LENGTH_CODES = 256;
/** Stands for an unbounded frequency; the formulas divide by it. */
const MAX_FREQ = 3.4028234663852886e38;

class FormulaScorer implements SimilarityScorer {
  readonly #formula: ScoreFormula;
  /** Cached scores by freq and norm; NaN: not computed yet. */
  readonly #known = new Float32Array(REMEMBERED_FREQS * LENGTH_CODES).fill(Number.NaN);

  constructor(formula: ScoreFormula) {
    this.#formula = formula;
  }

  score(freq: number, norm: number): number {
    if (freq < REMEMBERED_FREQS && Number.isInteger(freq)) {
      const slot = freq * LENGTH_CODES + norm;
      const known = this.#known[slot];
      if (!Number.isNaN(known)) return known;
      const score = this.#compute(freq, norm);
      this.#known[slot] = score;
      return score;
    }
    if (freq !== Number.POSITIVE_INFINITY) return this.#compute(freq, norm);
    const bound = this.#compute(MAX_FREQ, norm);
    return Number.isNaN(bound) ? freq : bound;
  }

  explain(frequency: Explanation, norm: number): Explanation {
    const length = decodeFieldLength(norm);
    const { name, words, details } = this.#formula.explain({ frequency, length });
    const freq = float32Text(frequency.value);
    const score = this.score(frequency.value, norm);
    return matched(score, `score(${name}, freq=${freq}), ${words}`, details);
  }

  #compute(freq: number, norm: number): number {
    return Math.fround(this.#formula.score(freq, decodeFieldLength(norm)));
  }
}

class SumScorer implements SimilarityScorer {
  readonly #scorers: readonly FormulaScorer[];

  constructor(scorers: readonly FormulaScorer[]) {
    this.#scorers = scorers;
  }

  score(freq: number, norm: number): number {
    let sum = 0;
    for (const scorer of this.#scorers) sum = Math.fround(sum + scorer.score(freq, norm));
    return sum;
  }

  explain(frequency: Explanation, norm: number): Explanation {
    const details = this.#scorers.map((scorer) => scorer.explain(frequency, norm));
    return matched(this.score(frequency.value, norm), 'sum of:', details);
  }
}
