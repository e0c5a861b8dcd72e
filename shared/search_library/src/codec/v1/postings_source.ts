/** What every iterator of a field shares. */
export interface PostingsSource {
  readonly words: Uint32Array;
  readonly positions: Uint8Array;
  readonly norms: Uint8Array | undefined;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly entryWords: number;
}
