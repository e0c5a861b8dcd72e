/**
 * Where a block of documents that is aggregated stands in the lane of its thread, behind what queries and walks use: it comes while a query is under
 * way. Offsets in bytes from its frame; numbers are i32, addresses u32, unless said otherwise.
 */
/// <reference path="./assembly.d.ts" />

/** Offset of the frame in the lane. */
export const BLOCK_FRAME: i32 = 0x2d0000;

/** Documents, and where they are stored in a column: a number of 1, 2 or 4 bytes for each. */
export const K_COUNT: i32 = 0;
export const K_SLOTS: i32 = 4;
export const K_WIDTH: i32 = 8;
/** Bit set of the documents with a value; 0: all have one. */
export const K_PRESENCE: i32 = 12;
/** 1: all documents are in bucket 0, and `K_OWNERS` is not read. */
export const K_IS_ONE: i32 = 16;
/** Cells of an owner. */
export const K_CELLS_WIDTH: i32 = 20;
/** The row to go on with, and the rows that have a bucket so far. */
export const K_PLACE: i32 = 24;
export const K_KEPT: i32 = 28;
/** f64: a value is `K_MIN` and so many times `K_STEP` as is stored. */
export const K_MIN: i32 = 32;
export const K_STEP: i32 = 40;

/** Most documents of a block. */
export const MAX_BLOCK_DOCS: i32 = 4096;
export const K_DOCS: i32 = 0x400;
/** By row: the bucket it is in, and the one it comes to. */
export const K_OWNERS: i32 = 0x4400;
export const K_BUCKETS: i32 = 0x8400;
/** By row that has a bucket: its place in the block. */
export const K_ROWS: i32 = 0xc400;

/** Bucket + 1 by owner and ordinal; 0: there is none yet. */
export const K_CELLS: i32 = 0x10400;
export const MAX_BLOCK_CELLS: i32 = 8192;
/** By bucket: rows. */
export const K_COUNTS: i32 = 0x18400;
export const MAX_BLOCK_COUNTS: i32 = 16384;

/** Steps: the least number stored of each, ascending, and how many there are; and by the upper bits of a number the step that the least such is in. */
export const K_STARTS: i32 = 0x28400;
export const MAX_BLOCK_STEPS: i32 = 4096;
export const K_STEPS: i32 = 48;
export const K_COARSE: i32 = 0x2c400;
export const COARSE_BITS: i32 = 11;
/** Documents as bits, from a multiple of 32 on. */
export const K_BITS: i32 = 0x10400;
export const MAX_BLOCK_BITS: i32 = 262144;
export const K_FIRST: i32 = 56;
/** How far to shift a number to the right for its place in `K_COARSE`. */
export const K_SHIFT: i32 = 52;

/** By bucket, f64: sums and how many values there were. */
export const K_SUMS: i32 = 0x10400;
export const K_VALUES: i32 = 0x18400;
export const MAX_BLOCK_BUCKETS: i32 = 4096;
