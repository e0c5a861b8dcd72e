/** Reads LEB128 numbers. */
import { u8At } from './memory.js';

let end: u32 = 0;

/** The 32-bit number at an address; it ends after five bytes even if they are damaged. */
export function varintAt(address: u32): i32 {
  let at = address;
  let byte = u8At(at++);
  let value = byte & 0x7f;
  for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
    byte = u8At(at++);
    value |= (byte & 0x7f) << shift;
  }
  end = at;
  return value;
}

/** The address after the number that was read last. */
export function varintEnd(): u32 {
  return end;
}
