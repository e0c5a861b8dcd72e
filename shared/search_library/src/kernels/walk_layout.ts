/**
 * The layout of an iteration over the terms of a dictionary, in the lane of its thread. It is after
 * the memory of queries and vectors, since it may run while one of them does. Offsets are in bytes
 * from the start of this part; numbers are i32, addresses u32.
 */
/// <reference path="./assembly.d.ts" />

/** Offset of this part in the lane. */
export const WALK: i32 = 0x200000;

/** The dictionary: blocks, the address after them, the start of each, the number of terms. */
export const W_BLOCKS: i32 = 0;
export const W_END: i32 = 4;
export const W_STARTS: i32 = 8;
export const W_SIZE: i32 = 12;
/** The next block to visit, and the block to stop before. */
export const W_BLOCK: i32 = 16;
export const W_TO: i32 = 20;
/** Number of ordinals in `W_TERMS`. */
export const W_FOUND: i32 = 24;
/** The move that the host must compute: from a state, by a byte. */
export const W_STATE: i32 = 28;
export const W_BYTE: i32 = 32;
/** The byte of the last search, and the range that was searched. */
export const W_EXIT: i32 = 36;
export const W_EXIT_FROM: i32 = 40;
export const W_EXIT_AT: i32 = 44;
/**
 * Number of bytes that the automaton read of the last visited block's first term, if no other term
 * of the block had to be read.
 */
export const W_DEAD: i32 = 48;

/** Start and end addresses of the rests of a block's terms, except the first term. */
export const W_RESTS: i32 = 0x200;
export const W_ENDS: i32 = 0x280;

/** Ordinals of accepted terms. */
export const W_TERMS: i32 = 0x400;
export const MAX_WALK_TERMS: i32 = 4096;
/** i16 per state: the only byte that leaves it, -1 when there are several or it is unknown. */
export const W_EXITS: i32 = 0x5000;
/** A byte of flags per state: bits below. */
export const W_FLAGS: i32 = 0x6000;
export const ACCEPTS: i32 = 1;
export const ACCEPTS_ALL: i32 = 2;
/** i16: the state before each byte of the current term, and the one after the last. */
export const W_STACK: i32 = 0x10000;
export const MAX_WALK_DEPTH: i32 = 0x10000;
/** 256 i16 per state: the target of each byte; `DEAD` and `UNKNOWN` as in `automaton`. */
export const W_MOVES: i32 = 0x50000;
export const MAX_WALK_STATES: i32 = 1024;

/** The results of a call: finished; more work remains; a move is unknown. */
export const WALK_DONE: i32 = 0;
export const WALK_ON: i32 = 1;
export const WALK_ASKS: i32 = 2;
