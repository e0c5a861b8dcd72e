/** The data that all iterators of a field share. */
export interface PostingsSource {
  /** The postings of all terms. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly norms: Uint8Array | undefined;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly maxDoc: number;
  /** Number of occurrences of all terms, which bounds those of each term. */
  readonly sumTotalTermFreq: number;
}
