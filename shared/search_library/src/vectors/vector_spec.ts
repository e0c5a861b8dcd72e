/** The spec of a vector field, fixed by its first mapping and stored in each segment. */

/**
 * The measure of closeness of two vectors, and its score:
 * - `l2`: 1 / (1 + squared Euclidean distance)
 * - `cosine`: (1 + cosine) / 2
 * - `dot`: (1 + dot product) / 2, for vectors of length 1; of bytes 1/2 + dot product / (2^15
 *   dimensions)
 * - `inner_product`: 1 + product when it is positive, else 1 / (1 - product)
 */
export type VectorSpace = 'l2' | 'cosine' | 'dot' | 'inner_product';

export type VectorElement = 'float' | 'byte';

export type VectorValues = Float32Array | Int8Array;

/** Options of a hierarchical graph of neighbours. */
export interface GraphOptions {
  /** Links per node on the upper levels; twice as many on the lowest. */
  readonly m: number;
  /** Number of candidates considered for the links of a new node. */
  readonly efConstruction: number;
}

export interface VectorSpec {
  readonly dimension: number;
  readonly space: VectorSpace;
  readonly element: VectorElement;
  /** Absent: every search scans all vectors. */
  readonly graph: GraphOptions | undefined;
}
