/**
 * The cursor over the matches of a query in one segment, in document order.
 *
 * Two-phase: when `twoPhase` is true, the iterator is an approximation and a document matches only
 * if `matches()` returns true; it must be called before `score()`, and repeated calls give the same
 * answer. When `twoPhase` is false, `matches()` is true for every document and need not be called.
 *
 * Pruning: `blockEnd` and `maxScore` bound the scores of the documents ahead. `setMinScore` tells
 * the scorer that it may skip documents with no higher score. A parent that uses the bounds of a
 * child itself does not call `setMinScore` of that child. Bounds move forward only: the targets
 * given to `blockEnd` never decrease, and lie beyond every `upTo` given to `maxScore` before.
 */
import type { DocIterator } from '../index/segment_reader.js';
import type { ScoreBatch } from './scorers/score_batch.js';

export interface Scorer extends DocIterator {
  readonly twoPhase: boolean;
  matches(): boolean;
  /** Score of the current document, float32 (`Math.fround`). */
  score(): number;
  /**
   * Last document of the block around `target` whose bound is known without work; `NO_MORE_DOCS`
   * when one bound holds for all.
   */
  blockEnd(target: number): number;
  /**
   * Upper bound of `score()` for the documents from the last `blockEnd` target to `upTo`;
   * `Infinity` when unknown.
   */
  maxScore(upTo: number): number;
  /** Sets the score that matches must exceed. It never decreases. */
  setMinScore(score: number): void;
  /**
   * The next matches, confirmed and scored; `undefined` at the end. A scorer that is read in
   * batches must not be moved otherwise. Absent: matches are read one by one only.
   */
  readonly nextBatch?: () => ScoreBatch | undefined;
  /**
   * Number of the matches ahead that are in `live` (all when `null`), without visiting them one by
   * one; stops early beyond `limit`. Absent: they must be iterated. `check` is called now and then,
   * to cancel.
   */
  readonly countLive?: (live: Uint32Array | null, limit: number, check: () => void) => number;
}
