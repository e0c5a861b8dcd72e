/**
 * What the first key of a sort can tell of many documents at once: those that come before the page, or after the worst hit kept, are
 * left out without a comparison of keys, whole stretches of a segment without a look.
 */
export interface KeyFilter {
  /**
   * Only documents that are not worse than the hit in slot `worst` matter from now on (-1: no such limit yet). `doc`: those before it were seen;
   * `NO_MORE_DOCS` when all have to be seen, because they are counted.
   */
  limit(worst: number, doc: number): void;
  /** Keeps those of the first `count` documents that may get into the result, in order; returns how many. */
  keep(docs: Uint32Array, count: number): number;
  /** The first document from `doc` on that may get into the result, or `NO_MORE_DOCS`. */
  next(doc: number): number;
  /** As `DocsVisitor.stretchEnd`. */
  stretchEnd(doc: number): number;
}
