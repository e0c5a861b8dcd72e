/** A test of any document, in any order: what a clause that only has to check others' documents can be. */
export interface DocFilter {
  has(doc: number): boolean;
  /** Keeps those of the first `count` documents that pass, in order; returns how many. */
  keep(docs: Uint32Array, count: number): number;
}
