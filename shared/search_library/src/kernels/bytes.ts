/**
 * Loops over bytes and short numbers, here one by one. The compiled version, `kernels/bytes.ts`,
 * processes 16 bytes at a time.
 */
import { setI16, u8At } from './memory.js';

/** A mask of those of 32 bytes that are at most `limit`. */
export function bytesUpTo(address: u32, limit: i32): i32 {
  let mask = 0;
  for (let i = 0; i < 32; i++) if (u8At(address + i) <= limit) mask |= 1 << i;
  return mask;
}

/** The first occurrence of a byte in [from, end); `end` when there is none. */
export function findByte(from: u32, end: u32, byte: i32): u32 {
  let at = from;
  while (at < end && u8At(at) !== byte) at++;
  return at;
}

/** Writes a 16-bit number `count` times, and possibly up to seven times more. */
export function fillShorts(target: u32, value: i32, count: i32): void {
  for (let i = 0; i < count; i++) setI16(target + 2 * i, value);
}
