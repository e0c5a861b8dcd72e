/**
 * Loops over 128 values, here value by value. The compiled version, `kernels/vectors.ts`, processes
 * four values per SIMD instruction; both give the same bits.
 */
import {
  addF,
  divF,
  f32At,
  f64At,
  fill,
  i8At,
  i32At,
  intToF32,
  mulF,
  popcount,
  setF32,
  setI32,
  setU8,
  subF,
  trailingZeros,
  u8At,
  u32At,
} from './memory.js';

const BLOCK: i32 = 128;

/** Unpacks a block with `bits` bits per value: see `codec/v1/lane_packing.ts`. */
export function unpack(start: u32, bits: i32, target: u32): void {
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  for (let i = 0; i < BLOCK; i++) {
    if (bits === 0) {
      setI32(target + 4 * i, 0);
      continue;
    }
    const bit = (i >>> 2) * bits;
    const shift = bit & 31;
    const at = start + 16 * (bit >>> 5) + 4 * (i & 3);
    let value = u32At(at) >>> shift;
    if (shift + bits > 32) value |= u32At(at + 16) << (32 - shift);
    setI32(target + 4 * i, value & mask);
  }
}

/** Turns deltas minus 1 into documents, in place. */
export function sumDeltas(target: u32, lastDoc: i32): void {
  let doc = lastDoc;
  for (let i = 0; i < BLOCK; i++) {
    doc = (doc + i32At(target + 4 * i) + 1) | 0;
    setI32(target + 4 * i, doc);
  }
}

/**
 * `sums[i]` is the sum of the frequencies of the documents before the i-th in the block; `freqs`
 * are minus 1.
 */
export function sumFreqs(freqs: u32, sums: u32): void {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) {
    setI32(sums + 4 * i, sum);
    sum = (sum + i32At(freqs + 4 * i) + 1) | 0;
  }
}

/**
 * Computes the start and end of 32 items of the given lengths, placed one after another from
 * `start` on.
 */
export function placesOf(lengths: u32, start: u32, begins: u32, ends: u32): void {
  let at = start;
  for (let i = 0; i < 32; i++) {
    setI32(begins + 4 * i, at);
    at += u8At(lengths + i);
    setI32(ends + 4 * i, at);
  }
}

/** Reads the length factors of `count` documents. */
export function lengthFactors(docs: u32, count: i32, norms: u32, factors: u32, target: u32): void {
  for (let i = 0; i < count; i++) {
    const code = norms === 0 ? 1 : u8At(norms + u32At(docs + 4 * i));
    setF32(target + 4 * i, f32At(factors + 4 * code));
  }
}

/**
 * Computes `scores[i] = weight - weight / (1 + freq * factor)`; may write up to three values more
 * than `count`.
 */
export function bm25(freqs: u32, factors: u32, count: i32, weight: f32, scores: u32): void {
  for (let i = 0; i < count; i++) {
    const freq = intToF32(i32At(freqs + 4 * i) + 1);
    const saturation = addF(1, mulF(freq, f32At(factors + 4 * i)));
    setF32(scores + 4 * i, subF(weight, divF(weight, saturation)));
  }
}

/**
 * The first index from `from` to `end` - 1 with a score greater than `least`; `end` when there is
 * none.
 */
export function nextAbove(scores: u32, from: i32, end: i32, least: f32): i32 {
  let i = from;
  while (i < end && f32At(scores + 4 * i) <= least) i++;
  return i;
}

/**
 * Lists the indices from `from` to `end` - 1, below 256, with a score greater than `least`, a byte
 * each; returns their number. May write up to three bytes more.
 */
export function listAbove(scores: u32, from: i32, end: i32, least: f32, list: u32): i32 {
  let count = 0;
  for (let i = from; i < end; i++) {
    setU8(list + count, i);
    count += f32At(scores + 4 * i) > least ? 1 : 0;
  }
  return count;
}

/** Lists the documents of a bit set from `first` to `last`, at most 128; returns their number. */
export function decodeBits(bits: u32, first: i32, last: i32, docs: u32): i32 {
  let base = first & ~31;
  let word = i32At(bits + ((base >>> 3) | 0)) & (-1 << (first & 31));
  let count = 0;
  while (base <= last && count < BLOCK) {
    while (word !== 0 && count < BLOCK) {
      setI32(docs + 4 * count, base + trailingZeros(word));
      word &= word - 1;
      count++;
    }
    base += 32;
    word = i32At(bits + ((base >>> 3) | 0));
  }
  return count;
}

/** Number of documents of a bit set in [from, to). */
export function countBits(bits: u32, from: i32, to: i32): i32 {
  const end = to & ~31;
  let base = from & ~31;
  let word = i32At(bits + ((base >>> 3) | 0)) & (-1 << (from & 31));
  let count = 0;
  while (base < end) {
    count += popcount(word);
    base += 32;
    word = i32At(bits + ((base >>> 3) | 0));
  }
  return count + popcount(word & ~(-1 << (to & 31)));
}

/** A mask of those of 16 bytes that are not 0. */
export function nonZeroBytes(address: u32): i32 {
  let mask = 0;
  for (let i = 0; i < 16; i++) if (u8At(address + i) !== 0) mask |= 1 << i;
  return mask;
}

/** A mask of those of 16 f64 that are greater than `least`. */
export function sumsAbove(address: u32, least: f64): i32 {
  let mask = 0;
  for (let i = 0; i < 16; i++) if (f64At(address + 8 * i) > least) mask |= 1 << i;
  return mask;
}

/** Clears 16 bytes and 16 f64. */
export function clearGroup(counts: u32, sums: u32): void {
  fill(counts, 0, 16);
  fill(sums, 0, 128);
}

/**
 * Sets the bits, 32 documents per word, of those of the first `count` values of `width` bytes that
 * are between two bounds, both inclusive.
 */
export function markInside(
  values: u32,
  width: i32,
  lower: u32,
  upper: u32,
  count: i32,
  bits: u32,
): void {
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  for (let first = 0; first < count; first += 32) {
    let word = 0;
    for (let i = 0; i < 32 && first + i < count; i++) {
      const value = (u32At(values + width * (first + i)) & mask) >>> 0;
      word |= (value >= lower && value <= upper ? 1 : 0) << i;
    }
    setI32(bits + (first >> 3), word);
  }
}

/** Computes `target |= source` for `words` words of 32 bits, a multiple of 4. */
export function orWords(target: u32, source: u32, words: i32): void {
  for (let i = 0; i < words; i++)
    setI32(target + 4 * i, i32At(target + 4 * i) | i32At(source + 4 * i));
}

/** Computes `target &= source` for `words` words of 32 bits, a multiple of 4. */
export function andWords(target: u32, source: u32, words: i32): void {
  for (let i = 0; i < words; i++)
    setI32(target + 4 * i, i32At(target + 4 * i) & i32At(source + 4 * i));
}

/** Computes `target &= ~source` for `words` words of 32 bits, a multiple of 4. */
export function andNotWords(target: u32, source: u32, words: i32): void {
  for (let i = 0; i < words; i++)
    setI32(target + 4 * i, i32At(target + 4 * i) & ~i32At(source + 4 * i));
}

/**
 * The greatest of `weight - weight / (1 + freq * factor)` over the four frequency classes of an
 * entry, whose norms are a byte each; 0 for an empty class.
 */
export function classBound(norms: i32, maxFreq: f32, weight: f32, factors: u32): f32 {
  let best: f32 = 0;
  for (let i = 0; i < 4; i++) {
    const code = (norms >>> (8 * i)) & 255;
    if (code === 255) continue;
    const freq: f32 = i < 3 ? intToF32(i + 1) : maxFreq;
    const saturation = addF(1, mulF(freq, f32At(factors + 4 * code)));
    const score = subF(weight, divF(weight, saturation));
    if (score > best) best = score;
  }
  return best;
}

/** The lesser byte of each of four pairs. */
export function leastBytes(bytes: i32, address: u32): i32 {
  let least = 0;
  for (let i = 0; i < 4; i++) {
    const one = (bytes >>> (8 * i)) & 255;
    const other = u8At(address + i);
    least |= (one < other ? one : other) << (8 * i);
  }
  return least;
}

/**
 * The first of `count` groups of four bytes, `step` bytes apart, in which a byte is less than the
 * one in `limits`; `count` if there is none.
 */
export function firstBelow(groups: u32, step: i32, count: i32, limits: u32): i32 {
  for (let i = 0; i < count; i++) {
    const at = groups + i * step;
    for (let k = 0; k < 4; k++) if (u8At(at + k) < u8At(limits + k)) return i;
  }
  return count;
}

/**
 * The dot product of two lists of signed bytes. It is at most 2^14 times their length, which must
 * fit into 32 bits.
 */
export function dotBytes(a: u32, b: u32, count: i32): i32 {
  let sum = 0;
  for (let i = 0; i < count; i++) sum = (sum + i8At(a + i) * i8At(b + i)) | 0;
  return sum;
}

/** The squared distance of two lists of signed bytes. */
export function distanceBytes(a: u32, b: u32, count: i32): i32 {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const apart = i8At(a + i) - i8At(b + i);
    sum = (sum + apart * apart) | 0;
  }
  return sum;
}

/**
 * The dot product of two lists of f32, summed as f64. Eight sums are independent, so that an
 * addition need not wait for the previous one; the compiled kernels have them in four vectors.
 */
export function dotFloats(a: u32, b: u32, count: i32): f64 {
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0];
  const whole = count & ~7;
  for (let i = 0; i < whole; i += 8) {
    const [x, y] = [a + 4 * i, b + 4 * i];
    s0 += f32At(x) * f32At(y);
    s1 += f32At(x + 4) * f32At(y + 4);
    s2 += f32At(x + 8) * f32At(y + 8);
    s3 += f32At(x + 12) * f32At(y + 12);
    s4 += f32At(x + 16) * f32At(y + 16);
    s5 += f32At(x + 20) * f32At(y + 20);
    s6 += f32At(x + 24) * f32At(y + 24);
    s7 += f32At(x + 28) * f32At(y + 28);
  }
  for (let i = whole; i < count; i++) s0 += f32At(a + 4 * i) * f32At(b + 4 * i);
  return s0 + s2 + (s1 + s3) + (s4 + s6 + (s5 + s7));
}

/** The squared distance of two lists of f32, computed in the same way. */
export function distanceFloats(a: u32, b: u32, count: i32): f64 {
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0];
  const whole = count & ~7;
  for (let i = 0; i < whole; i += 8) {
    const [x, y] = [a + 4 * i, b + 4 * i];
    s0 += squareOf(f32At(x) - f32At(y));
    s1 += squareOf(f32At(x + 4) - f32At(y + 4));
    s2 += squareOf(f32At(x + 8) - f32At(y + 8));
    s3 += squareOf(f32At(x + 12) - f32At(y + 12));
    s4 += squareOf(f32At(x + 16) - f32At(y + 16));
    s5 += squareOf(f32At(x + 20) - f32At(y + 20));
    s6 += squareOf(f32At(x + 24) - f32At(y + 24));
    s7 += squareOf(f32At(x + 28) - f32At(y + 28));
  }
  for (let i = whole; i < count; i++) s0 += squareOf(f32At(a + 4 * i) - f32At(b + 4 * i));
  return s0 + s2 + (s1 + s3) + (s4 + s6 + (s5 + s7));
}

function squareOf(value: f64): f64 {
  return value * value;
}
