/**
 * A filter by the first key of a sort, which tests many documents at once. It omits documents that
 * come before the page (`search_after`) or after the worst hit kept so far, without a comparison of
 * keys. Whole stretches of a segment are omitted unread.
 */
export interface KeyFilter {
  /**
   * From now on, only documents that are not worse than the hit in slot `worst` matter (-1: no
   * limit yet). `doc`: the first document still to come, or `NO_MORE_DOCS` if `next` will not be
   * called because every match is counted.
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
