/** Finds the matches of a phrase in the document on which all its places stand. */
import type { PositionsIterator } from './union_postings.js';

export interface PhrasePlace {
  readonly postings: PositionsIterator;
  /** Position in the phrase, the first place at 0. */
  readonly offset: number;
  /** The terms allowed here, as map keys: equal terms in two places must not match the same position. */
  readonly terms: readonly string[];
}

export interface PhraseMatcher {
  /**
   * Sum of the weights of the matches in the document, float32; 0 when there is none. With `firstOnly` it may stop at the first. Call once a
   * document: positions are consumed.
   */
  frequency(firstOnly: boolean): number;
}
