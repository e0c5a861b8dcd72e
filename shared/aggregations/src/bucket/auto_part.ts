import type { HistogramPart } from './histogram_part.js';

/** The part of `auto_date_histogram`. */
export interface AutoPart extends HistogramPart {
  /** By owner: which step its keys are of, and how many of it a bucket is wide. */
  readonly steps: Uint32Array;
  readonly widths: Uint32Array;
}
