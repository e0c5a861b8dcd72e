/** LEB128. */
import { u8At } from './memory.js';

let end: u32 = 0;

/** The number at an address, of 32 bits; at most five bytes, and bytes that are none end it, too. */
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

/** Where the number ends that was read last. */
export function varintEnd(): u32 {
  return end;
}
