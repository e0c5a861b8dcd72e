/** Documents on their way through the tree: parallel arrays, of which the first `count` places count. */

/** Documents of a block at the root; below, where a document may fall into several buckets, there may be more. */
export const BLOCK_DOCS = 4096;

export interface DocBlock {
  readonly count: number;
  /** Of the segment at hand; ascending, several times in a row when a document is in several buckets. */
  readonly docs: Uint32Array;
  /** The bucket each of them is in. */
  readonly owners: Uint32Array;
  /** All owners are below. Absent: nobody has looked. */
  readonly buckets?: number;
  /** Present when some aggregation of the tree asks for scores. */
  readonly scores: Float32Array | undefined;
}
