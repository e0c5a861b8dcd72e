/**
 * Murmur3 (x86, 32 bits) of a string as OpenSearch hashes routing values: the string's UTF-16 code
 * units as little-endian bytes, seed 0. Returns a signed 32-bit integer.
 */
const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

export function murmur3(text: string): number {
  const units = text.length;
  let h = 0;
  for (let i = 0; i + 1 < units; i += 2) {
    h ^= scramble(text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16));
    h = Math.imul(rotateLeft(h, 13), 5) + 0xe6546b64;
  }
  if (units % 2 === 1) h ^= scramble(text.charCodeAt(units - 1));
  h ^= units * 2;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function scramble(block: number): number {
  return Math.imul(rotateLeft(Math.imul(block, C1), 15), C2);
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
