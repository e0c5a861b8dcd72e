/** What a plan has to know of the segment and the search. */

export interface PlanFrame {
  /** Documents of the segment. */
  readonly maxDoc: number;
  readonly scoring: boolean;
  /** All matches are wanted, of a lone range too. */
  readonly collecting?: boolean;
  /** Hits that have to be counted: from there on those that score too little are left out. */
  readonly threshold: number;
}

/** Bytes of a bit set of the segment's documents, with room for what is read beyond its end. */
export function bitSetBytes(maxDoc: number): number {
  return ((maxDoc + 127) >>> 7) * 16 + 512;
}
