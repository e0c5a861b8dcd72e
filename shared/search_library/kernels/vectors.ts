/**
 * The AssemblyScript version of `src/kernels/vectors.ts`, which documents the exported functions.
 * `scripts/build/kernels.ts` generates `unpack_widths`. Blocks have 128 values. Loops step by whole
 * SIMD vectors of 16 bytes, so they may read and write beyond the last value, where the caller
 * leaves room.
 */

// @ts-nocheck
import { unpackWidth } from './unpack_widths.js';

export function unpack(start: u32, bits: i32, target: u32): void {
  unpackWidth(start, bits, target);
}

/** Each lane becomes the sum of itself and the lanes before it. */
function runningSum(v: v128): v128 {
  const zero = i32x4.splat(0);
  const one = i32x4.add(v, v128.shuffle<i32>(zero, v, 0, 4, 5, 6));
  return i32x4.add(one, v128.shuffle<i32>(zero, one, 0, 1, 4, 5));
}

export function sumDeltas(target: u32, lastDoc: i32): void {
  const ones = i32x4.splat(1);
  let before = i32x4.splat(lastDoc);
  for (let at = target; at < target + 512; at += 16) {
    const sums = runningSum(i32x4.add(v128.load(at), ones));
    v128.store(at, i32x4.add(sums, before));
    before = i32x4.add(before, v128.shuffle<i32>(sums, sums, 3, 3, 3, 3));
  }
}

export function sumFreqs(freqs: u32, sums: u32): void {
  const ones = i32x4.splat(1);
  let before = i32x4.splat(0);
  for (let at: u32 = 0; at < 512; at += 16) {
    const each = i32x4.add(v128.load(freqs + at), ones);
    const running = runningSum(each);
    v128.store(sums + at, i32x4.add(i32x4.sub(running, each), before));
    before = i32x4.add(before, v128.shuffle<i32>(running, running, 3, 3, 3, 3));
  }
}

export function placesOf(lengths: u32, start: u32, begins: u32, ends: u32): void {
  let before = i32x4.splat(start);
  for (let i = 0; i < 32; i += 4) {
    const short = i16x8.extend_low_i8x16_u(v128.load32_zero(lengths + i));
    const each = i32x4.extend_low_i16x8_u(short);
    const until = i32x4.add(runningSum(each), before);
    v128.store(begins + 4 * i, i32x4.sub(until, each));
    v128.store(ends + 4 * i, until);
    before = v128.shuffle<i32>(until, until, 3, 3, 3, 3);
  }
}

export function lengthFactors(docs: u32, count: i32, norms: u32, factors: u32, target: u32): void {
  if (norms === 0) {
    const factor = load<f32>(factors + 4);
    for (let i = 0; i < count; i++) store<f32>(target + 4 * i, factor);
    return;
  }
  for (let i = 0; i < count; i++) {
    const code = <u32>load<u8>(norms + load<u32>(docs + 4 * i));
    store<f32>(target + 4 * i, load<f32>(factors + 4 * code));
  }
}

export function bm25(freqs: u32, factors: u32, count: i32, weight: f32, scores: u32): void {
  const ones = i32x4.splat(1);
  const one = f32x4.splat(1);
  const w = f32x4.splat(weight);
  const end: u32 = 4 * count;
  for (let at: u32 = 0; at < end; at += 16) {
    const freq = f32x4.convert_i32x4_s(i32x4.add(v128.load(freqs + at), ones));
    const saturation = f32x4.add(one, f32x4.mul(freq, v128.load(factors + at)));
    v128.store(scores + at, f32x4.sub(w, f32x4.div(w, saturation)));
  }
}

export function nextAbove(scores: u32, from: i32, end: i32, least: f32): i32 {
  const bound = f32x4.splat(least);
  let i = from;
  for (; i + 4 <= end; i += 4) {
    const above = i32x4.bitmask(f32x4.gt(v128.load(scores + 4 * i), bound));
    if (above !== 0) return i + ctz<i32>(above);
  }
  while (i < end && load<f32>(scores + 4 * i) <= least) i++;
  return i;
}

export function listAbove(scores: u32, from: i32, end: i32, least: f32, list: u32): i32 {
  const bound = f32x4.splat(least);
  let count: u32 = 0;
  let i = from;
  for (; i + 4 <= end; i += 4) {
    const above = i32x4.bitmask(f32x4.gt(v128.load(scores + 4 * i), bound));
    if (above === 0) continue;
    store<u8>(list + count, i);
    count += above & 1;
    store<u8>(list + count, i + 1);
    count += (above >> 1) & 1;
    store<u8>(list + count, i + 2);
    count += (above >> 2) & 1;
    store<u8>(list + count, i + 3);
    count += above >> 3;
  }
  for (; i < end; i++) {
    store<u8>(list + count, i);
    count += load<f32>(scores + 4 * i) > least ? 1 : 0;
  }
  return count;
}

export function decodeBits(bits: u32, first: i32, last: i32, docs: u32): i32 {
  let base = first & ~31;
  let word: u64 = load<u64>(bits + (base >>> 3)) & (<u64>(-1) << <u64>(first & 31));
  let count = 0;
  while (base <= last && count < 128) {
    while (word !== 0 && count < 128) {
      store<i32>(docs + 4 * count, base + <i32>ctz<u64>(word));
      word &= word - 1;
      count++;
    }
    base += 64;
    word = load<u64>(bits + (base >>> 3));
  }
  return count;
}

export function countBits(bits: u32, from: i32, to: i32): i32 {
  const end = to & ~63;
  let base = from & ~63;
  let word: u64 = load<u64>(bits + (base >>> 3)) & (<u64>(-1) << <u64>(from & 63));
  let count: u64 = 0;
  while (base < end) {
    count += popcnt<u64>(word);
    base += 64;
    word = load<u64>(bits + (base >>> 3));
  }
  return <i32>(count + popcnt<u64>(word & ~(<u64>(-1) << <u64>(to & 63))));
}

export function nonZeroBytes(address: u32): i32 {
  return i8x16.bitmask(i8x16.ne(v128.load(address), i8x16.splat(0)));
}

/** A mask of those of two f64 that are greater than `bound`. */
function pairAbove(address: u32, bound: v128): i32 {
  return i64x2.bitmask(f64x2.gt(v128.load(address), bound));
}

export function sumsAbove(address: u32, least: f64): i32 {
  const bound = f64x2.splat(least);
  return (
    pairAbove(address, bound) |
    (pairAbove(address + 16, bound) << 2) |
    (pairAbove(address + 32, bound) << 4) |
    (pairAbove(address + 48, bound) << 6) |
    (pairAbove(address + 64, bound) << 8) |
    (pairAbove(address + 80, bound) << 10) |
    (pairAbove(address + 96, bound) << 12) |
    (pairAbove(address + 112, bound) << 14)
  );
}

export function clearGroup(counts: u32, sums: u32): void {
  const zero = i32x4.splat(0);
  v128.store(counts, zero);
  v128.store(sums, zero, 0);
  v128.store(sums, zero, 16);
  v128.store(sums, zero, 32);
  v128.store(sums, zero, 48);
  v128.store(sums, zero, 64);
  v128.store(sums, zero, 80);
  v128.store(sums, zero, 96);
  v128.store(sums, zero, 112);
}

/**
 * May also set bits beyond `count`; the caller ignores them. `lower` must fit into `width` bytes;
 * an `upper` that does not is replaced by the greatest value that does.
 */
export function markInside(
  values: u32,
  width: i32,
  lower: u32,
  upper: u32,
  count: i32,
  bits: u32,
): void {
  for (let first = 0; first < count; first += 32) {
    const at = values + width * first;
    const word =
      width === 4
        ? insideOfFour(at, lower, upper)
        : width === 2
          ? insideOfTwo(at, lower, upper)
          : insideOfOne(at, lower, upper);
    store<i32>(bits + (first >> 3), word);
  }
}

/** `markInside` for 32 values of 4 bytes. */
function insideOfFour(at: u32, lower: u32, upper: u32): i32 {
  const low = i32x4.splat(lower);
  const high = i32x4.splat(upper);
  let word = 0;
  for (let i = 0; i < 8; i++) {
    const v = v128.load(at + 16 * i);
    word |= i32x4.bitmask(v128.and(v128.ge<u32>(v, low), v128.le<u32>(v, high))) << (4 * i);
  }
  return word;
}

/** `markInside` for 32 values of 2 bytes. */
function insideOfTwo(at: u32, lower: u32, upper: u32): i32 {
  const low = i16x8.splat(<i16>min<u32>(lower, 0xffff));
  const high = i16x8.splat(<i16>min<u32>(upper, 0xffff));
  let word = 0;
  for (let i = 0; i < 4; i++) {
    const v = v128.load(at + 16 * i);
    word |= i16x8.bitmask(v128.and(v128.ge<u16>(v, low), v128.le<u16>(v, high))) << (8 * i);
  }
  return word;
}

/** `markInside` for 32 values of 1 byte. */
function insideOfOne(at: u32, lower: u32, upper: u32): i32 {
  const low = i8x16.splat(<i8>min<u32>(lower, 0xff));
  const high = i8x16.splat(<i8>min<u32>(upper, 0xff));
  let word = 0;
  for (let i = 0; i < 2; i++) {
    const v = v128.load(at + 16 * i);
    word |= i8x16.bitmask(v128.and(v128.ge<u8>(v, low), v128.le<u8>(v, high))) << (16 * i);
  }
  return word;
}

export function orWords(target: u32, source: u32, words: i32): void {
  const end: u32 = 4 * words;
  for (let at: u32 = 0; at < end; at += 16) {
    v128.store(target + at, v128.or(v128.load(target + at), v128.load(source + at)));
  }
}

export function andWords(target: u32, source: u32, words: i32): void {
  const end: u32 = 4 * words;
  for (let at: u32 = 0; at < end; at += 16) {
    v128.store(target + at, v128.and(v128.load(target + at), v128.load(source + at)));
  }
}

export function andNotWords(target: u32, source: u32, words: i32): void {
  const end: u32 = 4 * words;
  for (let at: u32 = 0; at < end; at += 16) {
    v128.store(target + at, v128.andnot(v128.load(target + at), v128.load(source + at)));
  }
}

export function leastBytes(bytes: i32, address: u32): i32 {
  const least = i8x16.min_u(i32x4.replace_lane(i32x4.splat(0), 0, bytes), v128.load32_zero(address));
  return i32x4.extract_lane(least, 0);
}

export function classBound(norms: i32, maxFreq: f32, weight: f32, factors: u32): f32 {
  const codes: u32 = norms;
  const one = f32x4.splat(1);
  const w = f32x4.splat(weight);
  let factor = f32x4.splat(load<f32>(factors + 4 * (codes & 255)));
  factor = f32x4.replace_lane(factor, 1, load<f32>(factors + 4 * ((codes >> 8) & 255)));
  factor = f32x4.replace_lane(factor, 2, load<f32>(factors + 4 * ((codes >> 16) & 255)));
  factor = f32x4.replace_lane(factor, 3, load<f32>(factors + 4 * (codes >> 24)));
  const freq = f32x4.replace_lane(f32x4(1, 2, 3, 4), 3, maxFreq);
  const scores = f32x4.sub(w, f32x4.div(w, f32x4.add(one, f32x4.mul(freq, factor))));
  // Code 255 marks a class without documents: its score was computed too, but is not used.
  let best: f32 = 0;
  if ((codes & 255) !== 255) best = f32x4.extract_lane(scores, 0);
  if (((codes >> 8) & 255) !== 255) best = max<f32>(best, f32x4.extract_lane(scores, 1));
  if (((codes >> 16) & 255) !== 255) best = max<f32>(best, f32x4.extract_lane(scores, 2));
  if (codes >> 24 !== 255) best = max<f32>(best, f32x4.extract_lane(scores, 3));
  return best;
}

export function firstBelow(groups: u32, step: i32, count: i32, limits: u32): i32 {
  // The other lanes are 0 on both sides, so none of them is less.
  const most = v128.load32_zero(limits);
  let at = groups;
  for (let i = 0; i < count; i++) {
    if (v128.any_true(i8x16.lt_u(v128.load32_zero(at), most))) return i;
    at += step;
  }
  return count;
}

/** The sum of the four lanes. */
function sumOfLanes(sums: v128): i32 {
  const pairs = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 2, 3));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

export function dotBytes(a: u32, b: u32, count: i32): i32 {
  let sums = i32x4.splat(0);
  let others = i32x4.splat(0);
  const whole: u32 = count & ~15;
  for (let at: u32 = 0; at < whole; at += 16) {
    const x = v128.load(a + at);
    const y = v128.load(b + at);
    const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), i16x8.extend_low_i8x16_s(y));
    const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), i16x8.extend_high_i8x16_s(y));
    sums = i32x4.add(sums, low);
    others = i32x4.add(others, high);
  }
  let sum = sumOfLanes(i32x4.add(sums, others));
  for (let at = whole; at < <u32>count; at++) {
    sum += <i32>load<i8>(a + at) * <i32>load<i8>(b + at);
  }
  return sum;
}

export function distanceBytes(a: u32, b: u32, count: i32): i32 {
  let sums = i32x4.splat(0);
  const whole: u32 = count & ~15;
  for (let at: u32 = 0; at < whole; at += 16) {
    const x = v128.load(a + at);
    const y = v128.load(b + at);
    const low = i16x8.sub(i16x8.extend_low_i8x16_s(x), i16x8.extend_low_i8x16_s(y));
    const high = i16x8.sub(i16x8.extend_high_i8x16_s(x), i16x8.extend_high_i8x16_s(y));
    sums = i32x4.add(sums, i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high)));
  }
  let sum = sumOfLanes(sums);
  for (let at = whole; at < <u32>count; at++) {
    const apart = <i32>load<i8>(a + at) - <i32>load<i8>(b + at);
    sum += apart * apart;
  }
  return sum;
}

/** The third and fourth of four f32, as f64. */
function promoteHigh(v: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(v, v, 2, 3, 2, 3));
}

function productOfLow(x: v128, y: v128): v128 {
  return f64x2.mul(f64x2.promote_low_f32x4(x), f64x2.promote_low_f32x4(y));
}

function productOfHigh(x: v128, y: v128): v128 {
  return f64x2.mul(promoteHigh(x), promoteHigh(y));
}

function squareOfLow(x: v128, y: v128): v128 {
  const apart = f64x2.sub(f64x2.promote_low_f32x4(x), f64x2.promote_low_f32x4(y));
  return f64x2.mul(apart, apart);
}

function squareOfHigh(x: v128, y: v128): v128 {
  const apart = f64x2.sub(promoteHigh(x), promoteHigh(y));
  return f64x2.mul(apart, apart);
}

/**
 * Adds eight sums in the order of `src/kernels/vectors.ts`. `first` and `second` are the sums 0 and
 * 1; `first` includes the values after the last whole group of eight.
 */
function sumOfSums(first: f64, second: f64, s23: v128, s45: v128, s67: v128): f64 {
  const even = first + f64x2.extract_lane(s23, 0);
  const odd = second + f64x2.extract_lane(s23, 1);
  const more = f64x2.add(s45, s67);
  return even + odd + (f64x2.extract_lane(more, 0) + f64x2.extract_lane(more, 1));
}

export function dotFloats(a: u32, b: u32, count: i32): f64 {
  let s01 = f64x2.splat(0);
  let s23 = f64x2.splat(0);
  let s45 = f64x2.splat(0);
  let s67 = f64x2.splat(0);
  const whole: u32 = 4 * (count & ~7);
  for (let at: u32 = 0; at < whole; at += 32) {
    const x = v128.load(a + at);
    const y = v128.load(b + at);
    const x2 = v128.load(a + at, 16);
    const y2 = v128.load(b + at, 16);
    s01 = f64x2.add(s01, productOfLow(x, y));
    s23 = f64x2.add(s23, productOfHigh(x, y));
    s45 = f64x2.add(s45, productOfLow(x2, y2));
    s67 = f64x2.add(s67, productOfHigh(x2, y2));
  }
  let s0 = f64x2.extract_lane(s01, 0);
  const end: u32 = 4 * count;
  for (let at = whole; at < end; at += 4) {
    s0 += <f64>load<f32>(a + at) * <f64>load<f32>(b + at);
  }
  return sumOfSums(s0, f64x2.extract_lane(s01, 1), s23, s45, s67);
}

export function distanceFloats(a: u32, b: u32, count: i32): f64 {
  let s01 = f64x2.splat(0);
  let s23 = f64x2.splat(0);
  let s45 = f64x2.splat(0);
  let s67 = f64x2.splat(0);
  const whole: u32 = 4 * (count & ~7);
  for (let at: u32 = 0; at < whole; at += 32) {
    const x = v128.load(a + at);
    const y = v128.load(b + at);
    const x2 = v128.load(a + at, 16);
    const y2 = v128.load(b + at, 16);
    s01 = f64x2.add(s01, squareOfLow(x, y));
    s23 = f64x2.add(s23, squareOfHigh(x, y));
    s45 = f64x2.add(s45, squareOfLow(x2, y2));
    s67 = f64x2.add(s67, squareOfHigh(x2, y2));
  }
  let s0 = f64x2.extract_lane(s01, 0);
  const end: u32 = 4 * count;
  for (let at = whole; at < end; at += 4) {
    const apart = <f64>load<f32>(a + at) - <f64>load<f32>(b + at);
    s0 += apart * apart;
  }
  return sumOfSums(s0, f64x2.extract_lane(s01, 1), s23, s45, s67);
}
