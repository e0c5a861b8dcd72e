/**
 * Where a walk over the terms of a dictionary stands in the lane of its thread, beyond what queries and vectors use: it may be asked for
 * while one of them is under way. Offsets in bytes from the start of the lane's last part; numbers are i32, addresses u32.
 */
/// <reference path="./assembly.d.ts" />

/** Offset of the walk in the lane. */
export const WALK: i32 = 0x200000;

/** The dictionary: blocks, the address after them, where each begins, the number of terms. */
export const W_BLOCKS: i32 = 0;
export const W_END: i32 = 4;
export const W_STARTS: i32 = 8;
export const W_SIZE: i32 = 12;
/** The block to look at next, the one to end before. */
export const W_BLOCK: i32 = 16;
export const W_TO: i32 = 20;
/** Ordinals in `W_TERMS`. */
export const W_FOUND: i32 = 24;
/** What the host is asked for: the move from a state by a byte. */
export const W_STATE: i32 = 28;
export const W_BYTE: i32 = 32;
/** The byte that was looked for last, from where and to where. */
export const W_EXIT: i32 = 36;
export const W_EXIT_FROM: i32 = 40;
export const W_EXIT_AT: i32 = 44;
/** How many bytes of its first term the automaton read in the block that was visited last, when no term of it had to be read but that. */
export const W_DEAD: i32 = 48;

/** Addresses of the rests of a block's terms, the first one's aside, and those after them. */
export const W_RESTS: i32 = 0x200;
export const W_ENDS: i32 = 0x280;

/** Ordinals of accepted terms. */
export const W_TERMS: i32 = 0x400;
export const MAX_WALK_TERMS: i32 = 4096;
/** i16 a state: the only byte that leads out of it, -1 when there are others or nobody looked. */
export const W_EXITS: i32 = 0x5000;
/** A byte a state: bits below. */
export const W_FLAGS: i32 = 0x6000;
export const ACCEPTS: i32 = 1;
export const ACCEPTS_ALL: i32 = 2;
/** i16: the state before each byte of the term at hand, and the one after the last. */
export const W_STACK: i32 = 0x10000;
export const MAX_WALK_DEPTH: i32 = 0x10000;
/** 256 i16 a state: where each byte leads; `DEAD` and `UNKNOWN` as in `automaton`. */
export const W_MOVES: i32 = 0x50000;
export const MAX_WALK_STATES: i32 = 1024;

/** What a call came to: the end; a while's work; a move that is not known. */
export const WALK_DONE: i32 = 0;
export const WALK_ON: i32 = 1;
export const WALK_ASKS: i32 = 2;
