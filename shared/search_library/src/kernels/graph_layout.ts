/**
 * The layout of a graph of vectors and a search of it, for kernels: the parts of the graph, the
 * query and the results. Offsets are in bytes from the frame; numbers are i32, addresses u32 unless
 * noted otherwise. `vectors/vector_graph.ts` and `vectors/vector_codes.ts` explain the parts.
 */
/// <reference path="./assembly.d.ts" />

/** The vectors: signed bytes for each, and f32 factors and biases by node. */
export const G_CODES: i32 = 0;
export const G_DIMENSION: i32 = 4;
export const G_FACTORS: i32 = 8;
export const G_BIASES: i32 = 12;
export const G_COUNT: i32 = 16;
/** The graph. */
export const G_M: i32 = 20;
/** The node at which searches start; -1: the graph is empty. */
export const G_ENTRY: i32 = 24;
export const G_TOP: i32 = 28;
export const G_BASE: i32 = 32;
export const G_STARTS: i32 = 36;
export const G_UPPER: i32 = 40;
export const G_UPPER_WORDS: i32 = 44;
/** The query: its bytes, the f64 value of one unit, and an f64 that is added to every closeness. */
export const G_QUERY: i32 = 48;
export const G_SCALE: i32 = 56;
export const G_BIAS: i32 = 64;
/** Number of nodes kept on a level. */
export const G_EF: i32 = 72;
/** Bits of the nodes that count as results; 0: all. */
export const G_ACCEPTED: i32 = 76;
export const G_VISIT_LIMIT: i32 = 80;
export const G_VISITS: i32 = 84;
/**
 * The visited nodes: a bit each; or with stamps, as u32 the number of the last search that visited
 * them.
 */
export const G_SEEN: i32 = 88;
/** The number of this search; 0: `G_SEEN` holds bits. */
export const G_STAMP: i32 = 92;
/**
 * Heaps with entries of `HEAP_ENTRY_BYTES`: the candidates to expand and the closest results, with
 * their sizes.
 */
export const G_CANDIDATES: i32 = 96;
export const G_CANDIDATE_COUNT: i32 = 100;
export const G_CANDIDATE_LIMIT: i32 = 104;
export const G_RESULTS: i32 = 108;
export const G_RESULT_COUNT: i32 = 112;
/**
 * Used for building: levels by node (a byte each), and the closeness of each link (f32 parallel to
 * `G_BASE` and `G_UPPER`).
 */
export const G_LEVELS: i32 = 116;
export const G_BASE_NEAR: i32 = 120;
export const G_UPPER_NEAR: i32 = 124;
/** 1: closeness is minus the squared distance. */
export const G_IS_L2: i32 = 128;
export const GRAPH_FRAME_BYTES: i32 = 192;

/** Bytes of a heap entry: f64 key, i32 node. */
export const HEAP_ENTRY_BYTES: i32 = 16;

/** The answer of a search that succeeded. */
export const FOUND: i32 = 0;
/** The limit of visits was reached. */
export const GAVE_UP: i32 = 1;
/** There is no room for more candidates. */
export const NO_ROOM: i32 = 2;
/** A link points outside the graph. */
export const DAMAGED: i32 = 3;

/** Value in `G_STARTS` of a node that is on the lowest level only. */
export const NO_LINKS: i32 = -1;
