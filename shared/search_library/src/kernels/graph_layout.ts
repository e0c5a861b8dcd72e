/**
 * A graph of vectors and a walk over it, as kernels know them: where its parts are, what is looked for, what was found. Offsets in bytes from the
 * frame; numbers are i32, addresses u32 unless said otherwise. What the parts mean: `vectors/vector_graph.ts` and `vectors/vector_codes.ts`.
 */
/// <reference path="./assembly.d.ts" />

/** The vectors: a list of signed bytes each, and f32 by node. */
export const G_CODES: i32 = 0;
export const G_DIMENSION: i32 = 4;
export const G_FACTORS: i32 = 8;
export const G_BIASES: i32 = 12;
export const G_COUNT: i32 = 16;
/** The graph. */
export const G_M: i32 = 20;
/** -1: it is empty. */
export const G_ENTRY: i32 = 24;
export const G_TOP: i32 = 28;
export const G_BASE: i32 = 32;
export const G_STARTS: i32 = 36;
export const G_UPPER: i32 = 40;
export const G_UPPER_WORDS: i32 = 44;
/** What is looked for: bytes, f64 what they are worth, f64 what is added to every closeness. */
export const G_QUERY: i32 = 48;
export const G_SCALE: i32 = 56;
export const G_BIAS: i32 = 64;
/** Nodes kept on a level. */
export const G_EF: i32 = 72;
/** Nodes that count as results, by bit; 0: all. */
export const G_ACCEPTED: i32 = 76;
export const G_VISIT_LIMIT: i32 = 80;
export const G_VISITS: i32 = 84;
/** The nodes seen: a bit each; with stamps, the number of the walk that last saw them, u32. */
export const G_SEEN: i32 = 88;
/** The number of this walk; 0: `G_SEEN` are bits. */
export const G_STAMP: i32 = 92;
/** Heaps of `HEAP_ENTRY_BYTES` each, the nodes still to be gone from and the closest found, and how many they hold. */
export const G_CANDIDATES: i32 = 96;
export const G_CANDIDATE_COUNT: i32 = 100;
export const G_CANDIDATE_LIMIT: i32 = 104;
export const G_RESULTS: i32 = 108;
export const G_RESULT_COUNT: i32 = 112;
/** For building: levels by node (a byte each), how close each link is (f32 beside `G_BASE` and `G_UPPER`). */
export const G_LEVELS: i32 = 116;
export const G_BASE_NEAR: i32 = 120;
export const G_UPPER_NEAR: i32 = 124;
/** 1: closeness is minus the squared distance. */
export const G_IS_L2: i32 = 128;
export const GRAPH_FRAME_BYTES: i32 = 192;

/** f64 key, i32 node. */
export const HEAP_ENTRY_BYTES: i32 = 16;

/** What a walk answers. */
export const FOUND: i32 = 0;
/** The limit of visits was reached. */
export const GAVE_UP: i32 = 1;
/** There is no room for so many candidates. */
export const NO_ROOM: i32 = 2;
/** A link leads out of the graph. */
export const DAMAGED: i32 = 3;

/** In `G_STARTS`: the node is on the lowest level only. */
export const NO_LINKS: i32 = -1;
