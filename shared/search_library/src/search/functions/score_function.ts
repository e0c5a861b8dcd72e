/** A number for each document, which a function score query makes scores of. */

import type { SegmentReader } from '../../index/segment_reader.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import type { Explanation } from '../explain/explanation.js';
import type { ScoreBatch } from '../scorers/score_batch.js';

/**
 * Computes the numbers of a batch's documents into their places; the batch's scores are those of the query around the function. Returns the
 * end of what it computed: before the batch's when the document there fails. It throws when the first one does.
 */
export type ComputeRows = (batch: ScoreBatch, results: Float64Array) => number;

export interface ScoreFunction {
  /** Whether it asks for scores: then they have to be computed. */
  readonly needsScore?: boolean;
  /**
   * Reads one segment; documents come in ascending order. `score` gives the score of the query around the function. Throws when a document has no
   * value and needs one.
   */
  segment(segment: SegmentReader, docBase: number): (doc: number, score: () => number) => number;
  /** As `segment`, of many documents at once. Absent: they have to be asked about one by one. */
  readonly segmentRows?: ((segment: SegmentReader, docBase: number) => ComputeRows) | undefined;
  /** The function's own words for the number of a document, if it has any; `score` is that of the query around it. */
  /** Of a function of the query's score: what it is in an explanation. */
  readonly words?: () => string;
  readonly describe?: (place: ExplainedDoc, score: number) => string | undefined;
  /** Where the number it gave comes from. */
  readonly explain?: (place: ExplainedDoc, value: number) => Explanation;
}

/** How several values of a document, or their distances, make one. */
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

/** The middle one, or what lies between the two in the middle. */
function median(count: number, value: (i: number) => number): number {
  const sorted = Float64Array.from({ length: count }, (_, i) => value(i)).sort();
  const upper = sorted[count >> 1];
  return count % 2 === 1 ? upper : (sorted[(count >> 1) - 1] + upper) / 2;
}
