/** Finds the matches of a phrase in a document that all its places contain. */
import type { PositionsIterator } from './union_postings.js';

export interface PhrasePlace {
  readonly postings: PositionsIterator;
  /** Position in the phrase; the first place is at 0. */
  readonly offset: number;
  /** The terms allowed here, as map keys. Equal terms of two places need different positions. */
  readonly terms: readonly string[];
}

export interface PhraseMatcher {
  /**
   * Sum of the weights of the matches in the document as a float32; 0 when there is none. With
   * `firstOnly` it may stop at the first match. Call it once per document, since it consumes the
   * positions.
   */
  frequency(firstOnly: boolean): number;
}
