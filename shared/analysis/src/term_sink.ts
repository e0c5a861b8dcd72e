/**
 * Receives the terms of a text for an index without the rest of a token: no object and no string is
 * made for a word. A sink that does not keep offsets gets the same terms at the same positions as
 * from `Analyzer.analyze`.
 */
export interface TermSink {
  /**
   * Takes a term that is ASCII, at the next position: `bytes[start … end)`, which the caller may
   * reuse after the call. `fnv`: the FNV-1a of these bytes.
   */
  addAscii(bytes: Uint8Array, start: number, end: number, fnv: number): void;
  addText(term: string, positionIncrement: number): void;
}
