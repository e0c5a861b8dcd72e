/**
 * 64-bit hashes of values as OpenSearch computes them, so that its sketches and these would fill
 * the same registers. A hash is two words in a shared pair, since a `bigint` would be an object for
 * each value.
 */

/**
 * The last hash: `HASH[0]` is its high word, `HASH[1]` its low one. After a hash of bytes, the next
 * two words are its second half.
 */
export const HASH = new Uint32Array(4);

/** The last product: its high word, then its low one. */
const PRODUCT = new Int32Array(2);

/**
 * Low 64 bits of a product, into `PRODUCT`. Half words are multiplied, so that no sum exceeds 32
 * bits.
 */
function multiply(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const a0 = aLow & 0xffff;
  const a1 = aLow >>> 16;
  const b0 = bLow & 0xffff;
  const b1 = bLow >>> 16;
  const low = Math.imul(a0, b0);
  const middle = Math.imul(a1, b0) + (low >>> 16);
  const other = Math.imul(a0, b1) + (middle & 0xffff);
  const carried = (Math.imul(a1, b1) + (middle >>> 16) + (other >>> 16)) | 0;
  PRODUCT[0] = carried + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh);
  PRODUCT[1] = (other << 16) | (low & 0xffff);
}

/** `BitMixer.mix64` of the HPPC library, which is Stafford's variant 9 of MurmurHash3's finish. */
export function hashWords(high: number, low: number): void {
  multiply(high, low ^ high, 0x4cd6944c, 0x5cc20b6d);
  const h = PRODUCT[0];
  const l = PRODUCT[1];
  multiply(h ^ (h >>> 29), l ^ ((l >>> 29) | (h << 3)), 0xfc12c5b1, 0x9d3259e9);
  HASH[0] = PRODUCT[0];
  HASH[1] = PRODUCT[1] ^ PRODUCT[0];
}

const LOW_WORD = 2 ** 32;

export function hashLong(value: number | bigint): void {
  if (typeof value === 'bigint') {
    hashWords(Number(BigInt.asUintN(32, value >> 32n)), Number(BigInt.asUintN(32, value)));
  } else hashWords(Math.floor(value / LOW_WORD) >>> 0, value >>> 0);
}

const C1_HIGH = 0x87c37b91;
const C1_LOW = 0x114253d5;
const C2_HIGH = 0x4cf5ad43;
const C2_LOW = 0x2745937f;

/** Four bytes, least significant first; bytes from `to` on count as 0. */
function wordAt(bytes: Uint8Array, at: number, to: number): number {
  if (at + 4 <= to) {
    return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  }
  let word = 0;
  for (let i = at; i < to; i++) word |= bytes[i] << (8 * (i - at));
  return word;
}

/** The last mixed key: its high word, then its low one. */
const KEY = new Int32Array(2);

/** `rotate(key * C1, 31) * C2` of the eight bytes from `at` on, into `KEY`. */
function mixFirst(bytes: Uint8Array, at: number, to: number): void {
  multiply(wordAt(bytes, at + 4, to), wordAt(bytes, at, to), C1_HIGH, C1_LOW);
  const [h, l] = [PRODUCT[0], PRODUCT[1]];
  multiply((h << 31) | (l >>> 1), (l << 31) | (h >>> 1), C2_HIGH, C2_LOW);
  KEY[0] = PRODUCT[0];
  KEY[1] = PRODUCT[1];
}

/** `rotate(key * C2, 33) * C1`. */
function mixSecond(bytes: Uint8Array, at: number, to: number): void {
  multiply(wordAt(bytes, at + 4, to), wordAt(bytes, at, to), C2_HIGH, C2_LOW);
  const [h, l] = [PRODUCT[0], PRODUCT[1]];
  multiply((l << 1) | (h >>> 31), (h << 1) | (l >>> 31), C1_HIGH, C1_LOW);
  KEY[0] = PRODUCT[0];
  KEY[1] = PRODUCT[1];
}

/** `fmix64`, into `PRODUCT`. */
function finish(high: number, low: number): void {
  multiply(high, low ^ (high >>> 1), 0xff51afd7, 0xed558ccd);
  const h = PRODUCT[0];
  multiply(h, PRODUCT[1] ^ (h >>> 1), 0xc4ceb9fe, 0x1a85ec53);
  PRODUCT[1] ^= PRODUCT[0] >>> 1;
}

/** 1 if the sum of two low words exceeds 32 bits, otherwise 0. */
function carry(sum: number, addend: number): number {
  return sum >>> 0 < addend >>> 0 ? 1 : 0;
}

/**
 * MurmurHash3 (x64, 128 bits, Austin Appleby, public domain) with seed 0 of the first `length`
 * bytes.
 */
export function hashBytes(bytes: Uint8Array, length = bytes.length): void {
  let h1 = 0;
  let l1 = 0;
  let h2 = 0;
  let l2 = 0;
  const blocks = length & ~15;
  for (let i = 0; i < blocks; i += 16) {
    mixFirst(bytes, i, length);
    const [xh, xl] = [h1 ^ KEY[0], l1 ^ KEY[1]];
    // Rotate by 27, then add the other half.
    l1 = (((xl << 27) | (xh >>> 5)) + l2) | 0;
    h1 = (((xh << 27) | (xl >>> 5)) + h2 + carry(l1, l2)) | 0;
    multiply(h1, l1, 0, 5);
    l1 = (PRODUCT[1] + 0x52dce729) | 0;
    h1 = (PRODUCT[0] + carry(l1, 0x52dce729)) | 0;
    mixSecond(bytes, i + 8, length);
    const [yh, yl] = [h2 ^ KEY[0], l2 ^ KEY[1]];
    l2 = (((yl << 31) | (yh >>> 1)) + l1) | 0;
    h2 = (((yh << 31) | (yl >>> 1)) + h1 + carry(l2, l1)) | 0;
    multiply(h2, l2, 0, 5);
    l2 = (PRODUCT[1] + 0x38495ab5) | 0;
    h2 = (PRODUCT[0] + carry(l2, 0x38495ab5)) | 0;
  }
  if (length > blocks + 8) {
    mixSecond(bytes, blocks + 8, length);
    h2 ^= KEY[0];
    l2 ^= KEY[1];
  }
  if (length > blocks) {
    mixFirst(bytes, blocks, Math.min(length, blocks + 8));
    h1 ^= KEY[0];
    l1 ^= KEY[1];
  }
  l1 ^= length;
  l2 ^= length;
  l1 = (l1 + l2) | 0;
  h1 = (h1 + h2 + carry(l1, l2)) | 0;
  l2 = (l2 + l1) | 0;
  h2 = (h2 + h1 + carry(l2, l1)) | 0;
  finish(h1, l1);
  const [fh, fl] = [PRODUCT[0], PRODUCT[1]];
  finish(h2, l2);
  const [sh, sl] = [PRODUCT[0], PRODUCT[1]];
  const low = (fl + sl) | 0;
  const high = (fh + sh + carry(low, fl)) | 0;
  HASH[0] = high;
  HASH[1] = low;
  const second = (sl + low) | 0;
  HASH[2] = sh + high + carry(second, low);
  HASH[3] = second;
}
