/** A search among vectors that looks at all of them, as kernels know it. Offsets in bytes from the frame; i32, addresses u32, unless said otherwise. */
/// <reference path="./assembly.d.ts" />

/** `SPACE_…` of `vector_scores.ts`. */
export const S_SPACE: i32 = 0;
export const S_DIMENSION: i32 = 4;
/** 1: f32 components; 0: signed bytes. */
export const S_IS_FLOAT: i32 = 8;
/** The vectors, one after another. */
export const S_VALUES: i32 = 12;
/** One vector. */
export const S_QUERY: i32 = 16;
/** f64. */
export const S_QUERY_LENGTH: i32 = 24;
/** Nodes that count, by bit; 0: all. */
export const S_ACCEPTED: i32 = 32;
/** The nodes to look at; 0: all of a range. */
export const S_NODES: i32 = 36;
/** Heap of `node_heap.ts`: scores and nodes, how many, how many at most. */
export const S_RESULTS: i32 = 40;
export const S_RESULT_COUNT: i32 = 44;
export const S_LIMIT: i32 = 48;
/** f64: what scores less is left out. */
export const S_FLOOR: i32 = 56;
