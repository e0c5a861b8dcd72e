/**
 * Computes scores from frequencies. A `Similarity` serves a field; a `SimilarityScorer` is bound to
 * a query's terms.
 */
import type { Explanation } from '../explain/explanation.js';
import type { FieldStatistics, TermStatistics } from '../statistics.js';

export interface Similarity {
  /** `terms` are the terms of a phrase, or a single term. */
  scorer(boost: number, field: FieldStatistics, terms: readonly TermStatistics[]): SimilarityScorer;
  /**
   * True if tokens at the position of another one count in a field's length. Lengths are computed
   * when documents are indexed.
   */
  readonly countsOverlaps?: boolean;
}

/**
 * The score must not decrease with `freq` nor increase with `norm` (except if not `monotonic`):
 * pruning uses the score at a block's extremes as its bound.
 */
export interface SimilarityScorer {
  /**
   * The score as a float32. `freq` may be fractional (sloppy phrases) or `Infinity` (a bound).
   * `norm` is the encoded length, 1 … 255.
   */
  score(freq: number, norm: number): number;
  /**
   * `false`: the rule above does not hold, and nothing may be pruned by a bound: the score of an
   * infinite frequency is `Infinity`.
   */
  readonly monotonic?: false;
  /** Explains the parts of `score`. */
  readonly explain?: (frequency: Explanation, norm: number) => Explanation;
}

/** The encoded length of every document in a field without norms. */
export const NO_NORM = 1;
