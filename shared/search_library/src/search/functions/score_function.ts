/** Functions that compute a number per document, for a function score query. */

import type { SegmentReader } from '../../index/segment_reader.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import type { Explanation } from '../explain/explanation.js';
import type { ScoreBatch } from '../scorers/score_batch.js';

/**
 * Computes the numbers of a batch's documents into `results`, at the same indices. The batch's
 * scores are those of the query around the function. Returns the end of the computed rows, which is
 * before the batch's end when the document there fails; throws when the first one fails.
 */
export type ComputeRows = (batch: ScoreBatch, results: Float64Array) => number;

export interface ScoreFunction {
  /** True if the function uses the score, which then has to be computed. */
  readonly needsScore?: boolean;
  /**
   * Opens one segment; documents come in ascending order. `score` returns the score of the query
   * around the function. Throws when a document lacks a required value.
   */
  segment(segment: SegmentReader, docBase: number): (doc: number, score: () => number) => number;
  /** Like `segment`, but for many documents at once. Absent: documents are computed one by one. */
  readonly segmentRows?: ((segment: SegmentReader, docBase: number) => ComputeRows) | undefined;
  /** Describes a function of the query's score in an explanation. */
  readonly words?: () => string;
  /**
   * The function's own text for a document's number, if it has one. `score` is that of the query
   * around it.
   */
  readonly describe?: (place: ExplainedDoc, score: number) => string | undefined;
  /** Explains the number that the function gave. */
  readonly explain?: (place: ExplainedDoc, value: number) => Explanation;
}

/** Combines several values of a document, or their distances. */
export type ValueMode = 'min' | 'max' | 'sum' | 'avg' | 'median';

export function selectValue(mode: ValueMode, count: number, value: (i: number) => number): number {
  if (mode === 'median') return median(count, value);
  let selected = value(0);
  for (let i = 1; i < count; i++) {
    const next = value(i);
    if (mode === 'min') selected = Math.min(selected, next);
    else if (mode === 'max') selected = Math.max(selected, next);
    else selected += next;
  }
  return mode === 'avg' ? selected / count : selected;
}

/** The middle value, or the mean of the two middle ones. */
function median(count: number, value: (i: number) => number): number {
  const sorted = Float64Array.from({ length: count }, (_, i) => value(i)).sort();
  const upper = sorted[count >> 1];
  return count % 2 === 1 ? upper : (sorted[(count >> 1) - 1] + upper) / 2;
}
