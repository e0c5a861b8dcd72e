/**
 * A block of up to 32 terms, read in place. The first term is stored whole, the others without the
 * bytes they share with their predecessor:
 *
 *   varint length, first term | shared: a byte per term | lengths: a byte per term | the rest of
 *   each term
 *
 * `shared` and `lengths` start with the second term. If more than 255 bytes are shared, only 255
 * are used. A length of 255 is followed, at the rest of the term, by a varint with the excess.
 */

export const BLOCK_TERMS = 32;
export const MAX_BYTE = 255;

/** The places of a block's elements; one object is reused for many blocks. */
export class BlockView {
  readonly bytes: Uint8Array;
  /** First term: `bytes[first … firstEnd]`. */
  first = 0;
  firstEnd = 0;
  /** `bytes[shared + i - 1]` and `bytes[lengths + i - 1]` belong to term i. */
  shared = 0;
  lengths = 0;
  /** Start of the rest of the second term. */
  rest = 0;
  count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  open(start: number, count: number): void {
    this.openFirst(start);
    this.count = count;
    this.shared = this.firstEnd;
    this.lengths = this.shared + count - 1;
    this.rest = this.lengths + count - 1;
  }

  /** Opens the first term only. */
  openFirst(start: number): void {
    const length = readVarint(this.bytes, start);
    this.first = start + varintBytes(length);
    this.firstEnd = this.first + length;
  }
}

/** Reads a LEB128 value below 2^32, which also ends at the end of the bytes. */
export function readVarint(bytes: Uint8Array, start: number): number {
  let value = 0;
  for (let at = start, shift = 0; shift < 35; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value >>> 0;
}

export function varintBytes(value: number): number {
  let count = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) count++;
  return count;
}

/** Number of leading bytes that `a[from … to)` and `b` share. */
export function commonPrefix(
  a: Uint8Array,
  from: number,
  to: number,
  b: Uint8Array,
  bLength: number,
): number {
  const most = Math.min(to - from, bLength);
  let i = 0;
  while (i < most && a[from + i] === b[i]) i++;
  return i;
}
