/**
 * Documents on their way through the tree, in parallel arrays. Only the first `count` places are
 * valid.
 */

/**
 * The most documents of a block at the root. Deeper blocks may be longer, because a document may
 * fall into several buckets.
 */
export const BLOCK_DOCS = 4096;

export interface DocBlock {
  readonly count: number;
  /** Documents of the current segment, ascending. A document in several buckets is repeated. */
  readonly docs: Uint32Array;
  /** The bucket of each document. */
  readonly owners: Uint32Array;
  /** An exclusive upper bound of the owners; absent if it has not been determined. */
  readonly buckets?: number;
  /** Present if an aggregation of the tree asks for scores. */
  readonly scores: Float32Array | undefined;
}
