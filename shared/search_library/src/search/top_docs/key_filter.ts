/**
 * A filter of many documents at once by the first key of a sort. Documents before the page or after
 * the worst kept hit are left out without comparing keys, whole stretches of a segment without
 * reading them.
 */
export interface KeyFilter {
  /**
   * From now on only documents that are not worse than the hit in slot `worst` matter (-1: no limit
   * yet). Documents before `doc` were seen; `NO_MORE_DOCS` when all must be seen because they are
   * counted.
   */
  limit(worst: number, doc: number): void;
  /**
   * Keeps those of the first `count` documents that may be in the result, in order; returns their
   * number.
   */
  keep(docs: Uint32Array, count: number): number;
  /** The first document from `doc` on that may be in the result, or `NO_MORE_DOCS`. */
  next(doc: number): number;
  /** See `DocsVisitor.stretchEnd`. */
  stretchEnd(doc: number): number;
}
