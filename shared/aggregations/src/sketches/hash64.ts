/**
 * 64-bit hashes as OpenSearch makes them of values, so that its sketches and these would fill the same registers. A hash is two words, put into a shared pair: a
 * `bigint` would be an object for each value.
 */

/** The last hash: `HASH[0]` its high word, `HASH[1]` its low one. */
export const HASH = new Uint32Array(2);

/** Low 64 bits of a product, into `HASH`. */
function multiply(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const a0 = aLow & 0xffff;
  const a1 = aLow >>> 16;
  const b0 = bLow & 0xffff;
  const b1 = bLow >>> 16;
  const low = a0 * b0;
  const middle = a1 * b0 + (low >>> 16);
  const other = a0 * b1 + (middle % 0x10000);
  const carried = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000);
  HASH[1] = (other << 16) | (low & 0xffff);
  HASH[0] = carried + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh);
}

/** `BitMixer.mix64` of the HPPC library, which is Stafford's variant 9 of MurmurHash3's finish. */
export function hashWords(high: number, low: number): void {
  multiply(high, (low ^ high) >>> 0, 0x4cd6944c, 0x5cc20b6d);
  const h = HASH[0] as number;
  const l = HASH[1] as number;
  multiply((h ^ (h >>> 29)) >>> 0, (l ^ ((l >>> 29) | (h << 3))) >>> 0, 0xfc12c5b1, 0x9d3259e9);
  HASH[1] = (HASH[1] as number) ^ (HASH[0] as number);
}

const LOW_WORD = 2 ** 32;

export function hashLong(value: number | bigint): void {
  if (typeof value === 'bigint') {
    hashWords(Number(BigInt.asUintN(32, value >> 32n)), Number(BigInt.asUintN(32, value)));
  } else hashWords(Math.floor(value / LOW_WORD) >>> 0, value >>> 0);
}

const C1 = 0x87c37b91114253d5n;
const C2 = 0x4cf5ad432745937fn;
const MASK = (1n << 64n) - 1n;

function rotate(value: bigint, bits: bigint): bigint {
  return ((value << bits) | (value >> (64n - bits))) & MASK;
}

function finish(value: bigint): bigint {
  let k = value;
  k = ((k ^ (k >> 33n)) * 0xff51afd7ed558ccdn) & MASK;
  k = ((k ^ (k >> 33n)) * 0xc4ceb9fe1a85ec53n) & MASK;
  return k ^ (k >> 33n);
}

function wordAt(bytes: Uint8Array, from: number, to: number): bigint {
  let word = 0n;
  for (let i = Math.min(to, bytes.length) - 1; i >= from; i--) {
    word = (word << 8n) | BigInt(bytes[i] as number);
  }
  return word;
}

/** First half of MurmurHash3 (x64, 128 bits, Austin Appleby, public domain), seed 0. A term is hashed once, however many documents have it. */
export function hashBytes(bytes: Uint8Array): void {
  let h1 = 0n;
  let h2 = 0n;
  const blocks = bytes.length & ~15;
  for (let i = 0; i < blocks; i += 16) {
    const k1 = (rotate((wordAt(bytes, i, i + 8) * C1) & MASK, 31n) * C2) & MASK;
    h1 = ((rotate(h1 ^ k1, 27n) + h2) * 5n + 0x52dce729n) & MASK;
    const k2 = (rotate((wordAt(bytes, i + 8, i + 16) * C2) & MASK, 33n) * C1) & MASK;
    h2 = ((rotate(h2 ^ k2, 31n) + h1) * 5n + 0x38495ab5n) & MASK;
  }
  if (bytes.length > blocks + 8) {
    const k2 = (wordAt(bytes, blocks + 8, blocks + 16) * C2) & MASK;
    h2 ^= (rotate(k2, 33n) * C1) & MASK;
  }
  if (bytes.length > blocks) {
    const k1 = (wordAt(bytes, blocks, blocks + 8) * C1) & MASK;
    h1 ^= (rotate(k1, 31n) * C2) & MASK;
  }
  const length = BigInt(bytes.length);
  h1 ^= length;
  h2 ^= length;
  h1 = (h1 + h2) & MASK;
  h2 = (h2 + h1) & MASK;
  h1 = finish(h1);
  h2 = finish(h2);
  h1 = (h1 + h2) & MASK;
  HASH[0] = Number(h1 >> 32n);
  HASH[1] = Number(h1 & 0xffffffffn);
}
