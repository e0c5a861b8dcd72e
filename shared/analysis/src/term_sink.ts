/**
 * Where an index takes the terms of a text without the rest of a token: no object, no string a
 * word. A sink that does not keep offsets gets the same terms at the same places as from
 * `Analyzer.analyze`.
 */
export interface TermSink {
  /** A term that is ASCII: `bytes[start … end)`, which are the caller's again after the call. */
  addAscii(bytes: Uint8Array, start: number, end: number, positionIncrement: number): void;
  addText(term: string, positionIncrement: number): void;
}
