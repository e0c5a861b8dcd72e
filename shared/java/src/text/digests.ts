/**
 * Digests of bytes: MD5 (RFC 1321) for name-based UUIDs, SHA-1 and SHA-256 (FIPS 180-4) for texts
 * of documents.
 */

const rotl = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
const rotr = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The message, a one bit, zeros, and its length in bits, in blocks of 64 bytes. */
function padded(bytes: Uint8Array, littleEndian: boolean): DataView {
  const size = ((bytes.length + 8) >> 6) * 64 + 64;
  const all = new Uint8Array(size);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setBigUint64(size - 8, BigInt(bytes.length) * 8n, littleEndian);
  return view;
}

function bytesOf(words: ArrayLike<number>, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  for (let i = 0; i < words.length; i++) view.setInt32(i * 4, words[i] ?? 0, littleEndian);
  return new Uint8Array(view.buffer);
}

const MD5_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const MD5_SINES = Int32Array.from({ length: 64 }, (_, i) =>
  Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32),
);

/** The mixed value of an MD5 step, and the index of the block's word it uses. */
function md5Step(step: number, b: number, c: number, d: number): [mixed: number, word: number] {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}

export function md5(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, true);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let at = 0; at < view.byteLength; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let step = 0; step < 64; step++) {
      const [mixed, word] = md5Step(step, b, c, d);
      const sum = (a + mixed + (MD5_SINES[step] ?? 0) + view.getInt32(at + word * 4, true)) | 0;
      const shift = MD5_SHIFTS[(step >> 4) * 4 + (step & 3)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + rotl(sum, shift)) | 0];
    }
    [a, b, c, d].forEach((word, i) => {
      state[i] = (state[i] ?? 0) + word;
    });
  }
  return bytesOf(state, true);
}

function sha1Step(step: number, b: number, c: number, d: number): number {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

export function sha1(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, false);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const words = new Int32Array(80);
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 80; i++) {
      const mixed =
        (words[i - 3] ?? 0) ^ (words[i - 8] ?? 0) ^ (words[i - 14] ?? 0) ^ (words[i - 16] ?? 0);
      words[i] = rotl(mixed, 1);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let step = 0; step < 80; step++) {
      const next = (rotl(a, 5) + sha1Step(step, b, c, d) + e + (words[step] ?? 0)) | 0;
      [e, d, c, b, a] = [d, c, rotl(b, 30), a, next];
    }
    [a, b, c, d, e].forEach((word, i) => {
      state[i] = (state[i] ?? 0) + word;
    });
  }
  return bytesOf(state, false);
}

const PRIMES = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++)
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
})();
/** The first 32 bits of the fraction. */
const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);
const SHA256_CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const SHA256_START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, false);
  const state = Int32Array.from(SHA256_START);
  const words = new Int32Array(64);
  for (let at = 0; at < view.byteLength; at += 64) {
    schedule(view, at, words);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let step = 0; step < 64; step++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const high = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
      const low = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
      const sum = (h + high + choice + (SHA256_CONSTANTS[step] ?? 0) + (words[step] ?? 0)) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + sum) | 0, c, b, a, (sum + low + majority) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = (state[i] ?? 0) + word;
    });
  }
  return bytesOf(state, false);
}

function schedule(view: DataView, at: number, words: Int32Array): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const low = rotr(early, 7) ^ rotr(early, 18) ^ (early >>> 3);
    const high = rotr(late, 17) ^ rotr(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high;
  }
}
