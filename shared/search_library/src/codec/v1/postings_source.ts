/** What every iterator of a field shares. */
export interface PostingsSource {
  /** The postings of all terms. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly norms: Uint8Array | undefined;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly maxDoc: number;
  /** Occurrences of all terms: no term has more. */
  readonly sumTotalTermFreq: number;
}
