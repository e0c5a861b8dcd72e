/**
 * A hierarchical navigable small world graph: every node on level 0, ever fewer above, each linked to near nodes in many directions. A
 * search walks greedily from the top, then keeps the best `ef` nodes of level 0.
 *
 * Malkov and Yashunin, "Efficient and Robust Approximate Nearest Neighbor Search Using HNSW Graphs" (2018).
 */

export interface VectorGraph {
  readonly m: number;
  readonly efConstruction: number;
  /** Where walks start; -1 in an empty graph. */
  readonly entry: number;
  /** Highest level. */
  readonly top: number;
  /** Level 0: `1 + 2 m` words a node, the number of links and then the links. */
  readonly base: Uint32Array;
  /** Where the links of a node above level 0 start in `upper`; `NO_LINKS` when it is on level 0 only. */
  readonly starts: Uint32Array;
  /** `1 + m` words a level from 1 up, like `base`. */
  readonly upper: Uint32Array;
}

export const NO_LINKS = 0xffffffff;
