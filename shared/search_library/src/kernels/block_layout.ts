/**
 * The layout of a block of documents to aggregate, in the lane of its thread. It follows the memory
 * of queries and term iterations, since it is used while a query runs. Offsets are in bytes from
 * its frame; numbers are i32, addresses u32, unless noted otherwise.
 */
/// <reference path="./assembly.d.ts" />

/** Offset of the frame in the lane. */
export const BLOCK_FRAME: i32 = 0x2d0000;

/** Number of documents, and their column: its address, and 1, 2 or 4 bytes per number. */
export const K_COUNT: i32 = 0;
export const K_SLOTS: i32 = 4;
export const K_WIDTH: i32 = 8;
/** Bit set of the documents with a value; 0: all have one. */
export const K_PRESENCE: i32 = 12;
/** 1: all documents are in bucket 0, and `K_OWNERS` is not read. */
export const K_IS_ONE: i32 = 16;
/** Number of cells per owner. */
export const K_CELLS_WIDTH: i32 = 20;
/** The row to continue with, and the number of rows with a bucket so far. */
export const K_PLACE: i32 = 24;
export const K_KEPT: i32 = 28;
/** f64: a value is `K_MIN` plus `K_STEP` times the stored number. */
export const K_MIN: i32 = 32;
export const K_STEP: i32 = 40;

/** The most documents in a block. */
export const MAX_BLOCK_DOCS: i32 = 4096;
export const K_DOCS: i32 = 0x400;
/** By row: the bucket it comes from, and the bucket it is put into. */
export const K_OWNERS: i32 = 0x4400;
export const K_BUCKETS: i32 = 0x8400;
/** By row with a bucket: its index in the block. */
export const K_ROWS: i32 = 0xc400;

/** Bucket + 1 by owner and ordinal; 0: there is none yet. */
export const K_CELLS: i32 = 0x10400;
export const MAX_BLOCK_CELLS: i32 = 8192;
/** Number of rows by bucket. */
export const K_COUNTS: i32 = 0x18400;
export const MAX_BLOCK_COUNTS: i32 = 16384;

/**
 * Steps: the least stored number of each, ascending, and their number; and by the upper bits of a
 * number, the step of the least number with these bits.
 */
export const K_STARTS: i32 = 0x28400;
export const MAX_BLOCK_STEPS: i32 = 4096;
export const K_STEPS: i32 = 48;
export const K_COARSE: i32 = 0x2c400;
export const COARSE_BITS: i32 = 11;
/** Documents as bits, starting at a multiple of 32. */
export const K_BITS: i32 = 0x10400;
export const MAX_BLOCK_BITS: i32 = 262144;
export const K_FIRST: i32 = 56;
/** The right shift that turns a number into its index in `K_COARSE`. */
export const K_SHIFT: i32 = 52;

/** By bucket, f64: the sum and the number of values. */
export const K_SUMS: i32 = 0x10400;
export const K_VALUES: i32 = 0x18400;
export const MAX_BLOCK_BUCKETS: i32 = 4096;
