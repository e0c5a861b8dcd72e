/** Bit sets over 32-bit words: bit `i` is `words[i >>> 5] & (1 << (i & 31))`. */

export function makeBitSet(size: number): Uint32Array {
  return new Uint32Array((size + 31) >>> 5);
}

export function setBit(words: Uint32Array, index: number): void {
  words[index >>> 5] |= 1 << (index & 31);
}

export function clearBit(words: Uint32Array, index: number): void {
  words[index >>> 5] &= ~(1 << (index & 31));
}

export function hasBit(words: Uint32Array, index: number): boolean {
  return (words[index >>> 5] & (1 << (index & 31))) !== 0;
}

export function countBits(words: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    let word = words[i];
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Sets the first `size` bits and clears the rest of the last word. */
export function fillBits(words: Uint32Array, size: number): void {
  words.fill(0xffffffff);
  if (size % 32 !== 0) words[words.length - 1] = (1 << (size % 32)) - 1;
}
