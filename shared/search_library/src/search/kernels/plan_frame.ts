/** The properties of the segment and the search that a plan needs. */

export interface PlanFrame {
  /** Number of documents in the segment. */
  readonly maxDoc: number;
  readonly scoring: boolean;
  /** True if all matches are collected, including those of a single range. */
  readonly collecting?: boolean;
  /** Number of hits that must be counted; after that, hits with too low a score are skipped. */
  readonly threshold: number;
}

/** Bytes of a bit set of the segment's documents, including padding for reads beyond its end. */
export function bitSetBytes(maxDoc: number): number {
  return ((maxDoc + 127) >>> 7) * 16 + 512;
}
