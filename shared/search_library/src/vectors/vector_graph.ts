/**
 * A hierarchical navigable small world graph: all nodes are on level 0, ever fewer on the levels
 * above, and each is linked to near nodes in many directions. A search goes greedily down from the
 * top, then keeps the best `ef` nodes of level 0.
 *
 * Malkov and Yashunin, "Efficient and Robust Approximate Nearest Neighbor Search Using HNSW Graphs"
 * (2018).
 */

export interface VectorGraph {
  readonly m: number;
  readonly efConstruction: number;
  /** The node at which searches start; -1 in an empty graph. */
  readonly entry: number;
  /** The highest level. */
  readonly top: number;
  /** Level 0: `1 + 2 m` words per node, the number of links and then the links. */
  readonly base: Uint32Array;
  /** Start in `upper` of the links of a node above level 0; `NO_LINKS` if it is on level 0 only. */
  readonly starts: Uint32Array;
  /** `1 + m` words per level from 1 up, like `base`. */
  readonly upper: Uint32Array;
}

export const NO_LINKS = 0xffffffff;
