/** Loops over bytes and short numbers that the compiled kernels do 16 bytes at a time: `kernels/bytes.ts` has them. Here, one by one. */
import { setI16, u8At } from './memory.js';

/** Which of 32 bytes are at most `limit`. */
export function bytesUpTo(address: u32, limit: i32): i32 {
  let mask = 0;
  for (let i = 0; i < 32; i++) if (u8At(address + i) <= limit) mask |= 1 << i;
  return mask;
}

/** The first place of a byte from `from` to before `end`; `end` when there is none. */
export function findByte(from: u32, end: u32, byte: i32): u32 {
  let at = from;
  while (at < end && u8At(at) !== byte) at++;
  return at;
}

/** `count` times a number of 16 bits; up to seven more may be written. */
export function fillShorts(target: u32, value: i32, count: i32): void {
  for (let i = 0; i < count; i++) setI16(target + 2 * i, value);
}
