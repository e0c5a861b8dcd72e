/** The last set bit at or before `from`, or -1; it is the end of the previous block. */
export function previousSetBit(words: Uint32Array, from: number): number {
  if (from < 0) return -1;
  let i = from >>> 5;
  let word = words[i] & (0xffffffff >>> (31 - (from & 31)));
  while (word === 0) {
    if (--i < 0) return -1;
    word = words[i];
  }
  return (i << 5) + 31 - Math.clz32(word);
}
