/**
 * The layout of a scan of all vectors, for kernels. Offsets are in bytes from the frame; numbers
 * are i32, addresses u32, unless noted otherwise.
 */
/// <reference path="./assembly.d.ts" />

/** A `SPACE_…` constant of `vector_scores.ts`. */
export const S_SPACE: i32 = 0;
export const S_DIMENSION: i32 = 4;
/** 1: f32 components; 0: signed bytes. */
export const S_IS_FLOAT: i32 = 8;
/** Address of the vectors, one after another. */
export const S_VALUES: i32 = 12;
/** Address of the query vector. */
export const S_QUERY: i32 = 16;
/** f64: the length of the query. */
export const S_QUERY_LENGTH: i32 = 24;
/** Bits of the nodes that count; 0: all. */
export const S_ACCEPTED: i32 = 32;
/** The nodes to scan; 0: all of a range. */
export const S_NODES: i32 = 36;
/** A heap of `node_heap.ts` with scores and nodes: address, size, capacity. */
export const S_RESULTS: i32 = 40;
export const S_RESULT_COUNT: i32 = 44;
export const S_LIMIT: i32 = 48;
/** f64: vectors with a lower score are left out. */
export const S_FLOOR: i32 = 56;
