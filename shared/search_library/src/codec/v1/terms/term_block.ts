/**
 * A block of up to 32 terms, read in place. The first stands whole, of the others what they do not share with the one before:
 *
 *   varint length, first term | shared: a byte a term | lengths: a byte a term | the rest of each term
 *
 * `shared` and `lengths` are those of the second term on. Of more than 255 shared bytes 255 are used. A length of 255 is followed, where
 * the rest of the term is, by a varint of what is more.
 */

export const BLOCK_TERMS = 32;
export const MAX_BYTE = 255;

/** Where things are in a block; one object is used for many. */
export class BlockView {
  readonly bytes: Uint8Array;
  /** First term: `bytes[first … firstEnd]`. */
  first = 0;
  firstEnd = 0;
  /** `bytes[shared + i - 1]` and `bytes[lengths + i - 1]` are those of term i. */
  shared = 0;
  lengths = 0;
  /** The rest of the second term. */
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

  /** The first term only. */
  openFirst(start: number): void {
    const length = readVarint(this.bytes, start);
    this.first = start + varintBytes(length);
    this.firstEnd = this.first + length;
  }
}

/** LEB128, values below 2^32; bytes that are none end it, too. */
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

/** Bytes that `a[from …]` and `b` have in common at their beginning. */
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
