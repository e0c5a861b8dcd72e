/** Compares hashes in words with the same hashes in `bigint`, and with published values. */
import fc from 'fast-check';
import { HASH, hashBytes, hashLong, hashWords } from './hash64.js';
import { utf8 } from './utf8.js';

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
    word = (word << 8n) | BigInt(bytes[i]);
  }
  return word;
}

const C1 = 0x87c37b91114253d5n;
const C2 = 0x4cf5ad432745937fn;

/** MurmurHash3_x64_128 as published: its two halves. */
function murmur(bytes: Uint8Array): readonly [bigint, bigint] {
  let h1 = 0n;
  let h2 = 0n;
  const blocks = bytes.length & ~15;
  for (let i = 0; i <= blocks; i += 16) {
    const k1 = (rotate((wordAt(bytes, i, i + 8) * C1) & MASK, 31n) * C2) & MASK;
    const k2 = (rotate((wordAt(bytes, i + 8, i + 16) * C2) & MASK, 33n) * C1) & MASK;
    if (i === blocks) {
      h1 ^= k1;
      h2 ^= k2;
      break;
    }
    h1 = ((rotate(h1 ^ k1, 27n) + h2) * 5n + 0x52dce729n) & MASK;
    h2 = ((rotate(h2 ^ k2, 31n) + h1) * 5n + 0x38495ab5n) & MASK;
  }
  h1 ^= BigInt(bytes.length);
  h2 ^= BigInt(bytes.length);
  h1 = (h1 + h2) & MASK;
  h2 = (h2 + h1) & MASK;
  const first = (finish(h1) + finish(h2)) & MASK;
  return [first, (first + finish(h2)) & MASK];
}

function lastHash(): bigint {
  return (BigInt(HASH[0]) << 32n) | BigInt(HASH[1]);
}

function hashOf(bytes: Uint8Array, length?: number): readonly [bigint, bigint] {
  hashBytes(bytes, length);
  return [lastHash(), (BigInt(HASH[2]) << 32n) | BigInt(HASH[3])];
}

test.each([
  ['', 0n],
  ['hello', 0xcbd8a7b341bd9b02n],
  ['The quick brown fox jumps over the lazy dog', 0xe34bbc7bbc071b6cn],
])('%j has the hash that is published', (text, expected) => {
  expect(hashOf(utf8(text))[0]).toBe(expected);
});

test('words and bigint give the same hash of bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 70 });
  fc.assert(fc.property(bytes, (given) => expect(hashOf(given)).toEqual(murmur(given))));
  // The hash of the first bytes of a longer array.
  fc.assert(
    fc.property(bytes, fc.nat({ max: 70 }), (given, cut) => {
      const length = Math.min(cut, given.length);
      expect(hashOf(given, length)).toEqual(murmur(given.slice(0, length)));
    }),
  );
});

/** The factor that takes a product by an odd number back, by Newton's method. */
function inverse(odd: bigint): bigint {
  let x = odd;
  for (let i = 0; i < 6; i++) x = (x * (2n - odd * x)) & MASK;
  return x;
}

/** Bytes of eight that the block mixes to this key. */
function unmixed(key: bigint, factor: bigint, bits: bigint, other: bigint): bigint {
  return (rotate((key * inverse(other)) & MASK, 64n - bits) * inverse(factor)) & MASK;
}

test('low words of a sum that are 0 carry nothing', () => {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  for (const high of [0n, 1n, 0xffffffffn]) {
    // The first half's low word is 0 before its constant is added, then the second half's.
    view.setBigUint64(0, unmixed(rotate(high << 32n, 37n), C1, 31n, C2), true);
    view.setBigUint64(8, 0n, true);
    expect(hashOf(bytes)).toEqual(murmur(bytes));
    const sum = (high << 32n) | (0x1_0000_0000n - 0x52dce729n);
    view.setBigUint64(0, 0n, true);
    view.setBigUint64(8, unmixed(rotate(sum, 33n), C2, 33n, C1), true);
    expect(hashOf(bytes)).toEqual(murmur(bytes));
  }
});

/** Stafford's mix in the form of HPPC. */
function mixed(value: bigint): bigint {
  let z = value;
  z = ((z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn) & MASK;
  z = ((z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n) & MASK;
  return z ^ (z >> 32n);
}

test('words and bigint give the same hash of a number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), (value) => {
      const bits = BigInt.asUintN(64, value);
      hashWords(Number(bits >> 32n), Number(bits & 0xffffffffn));
      expect(lastHash()).toBe(mixed(bits));
      hashLong(value);
      expect(lastHash()).toBe(mixed(bits));
    }),
  );
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      hashLong(value);
      expect(lastHash()).toBe(mixed(BigInt.asUintN(64, BigInt(value))));
    }),
  );
});
