/**
 * The entries of a term's blocks; see `codec/v1/postings_layout.ts`. They must refer to data in the
 * section of its postings, or the segment is damaged.
 */
import {
  B_END,
  B_MAX_DOC,
  C_BUFFER,
  C_DATA,
  C_ENTRY_BYTES,
  C_KIND,
  C_LAST,
  SMALL,
} from './layout.js';
import { damaged, i32At, u8At, u32At } from './memory.js';

/**
 * Offsets in an entry: start of the documents, the norms for bounds, the greatest frequency, bits
 * per value, start of the positions.
 */
export const E_DATA: i32 = 4;
export const E_NORMS: i32 = 8;
export const E_MAX_FREQ: i32 = 12;
export const E_DOC_BITS: i32 = 13;
export const E_FREQ_BITS: i32 = 14;
export const E_POSITION_BITS: i32 = 15;
export const E_POSITIONS: i32 = 16;

const MAX_BITS: i32 = 32;

export function entry(c: u32, block: i32): u32 {
  return u32At(c + C_DATA) + block * i32At(c + C_ENTRY_BYTES);
}

export function lastDocOf(c: u32, block: i32): i32 {
  return i32At(c + C_KIND) & SMALL ? i32At(c + C_LAST) : i32At(entry(c, block));
}

export function maxDocOf(c: u32): i32 {
  return i32At(u32At(c + C_BUFFER) + B_MAX_DOC);
}

export function endOf(c: u32): u32 {
  return u32At(u32At(c + C_BUFFER) + B_END);
}

/** The address of `bytes` bytes at an offset from the term's first entry. */
export function inside(c: u32, offset: u32, bytes: i32): u32 {
  const start = u32At(c + C_DATA);
  const room: u32 = endOf(c) - start;
  const wanted: u32 = bytes;
  if (offset > room || wanted > room - offset) damaged();
  return start + offset;
}

export function bitsAt(address: u32): i32 {
  const bits = u8At(address);
  if (bits > MAX_BITS) damaged();
  return bits;
}
