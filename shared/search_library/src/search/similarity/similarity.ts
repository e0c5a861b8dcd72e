/** How frequencies become scores. One `Similarity` serves a field; a `SimilarityScorer` is bound to a query's terms. */
import type { Explanation } from '../explain/explanation.js';
import type { FieldStatistics, TermStatistics } from '../statistics.js';

export interface Similarity {
  /** `terms` are the terms of a phrase, or one term. */
  scorer(boost: number, field: FieldStatistics, terms: readonly TermStatistics[]): SimilarityScorer;
  /** Tokens at the place of another count for a field's length. Lengths are written with the documents: this acts when they are indexed. */
  readonly countsOverlaps?: boolean;
}

/** Must not decrease with `freq` nor increase with `norm` (but see `monotonic`): pruning takes the score at a block's extremes for its bound. */
export interface SimilarityScorer {
  /** Float32. `freq` may be fractional (sloppy phrases) or `Infinity` (a bound). `norm` is the encoded length, 1 … 255. */
  score(freq: number, norm: number): number;
  /** `false`: the rule above does not hold, and nothing may be left out for its bound. */
  readonly monotonic?: false;
  /** What `score` is made of. */
  readonly explain?: (frequency: Explanation, norm: number) => Explanation;
}

/** The encoded length of every document of a field that keeps no norms. */
export const NO_NORM = 1;
