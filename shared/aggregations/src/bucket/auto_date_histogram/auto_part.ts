import type { HistogramPart } from '../histogram/histogram_part.js';

/** The part of `auto_date_histogram`. */
export interface AutoPart extends HistogramPart {
  /** By owner: the index in `STEPS` of the step, and the width of a bucket in steps. */
  readonly steps: Uint32Array;
  readonly widths: Uint32Array;
}
