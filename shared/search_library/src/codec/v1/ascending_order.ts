/**
 * Sorts the numbers of a field by digits of their bits, about twenty times as fast as with a
 * comparison function.
 */
import type { NumberList } from './packed_numbers.js';

/** Shorter lists are sorted with a comparison function, since counting has a fixed cost. */
const MIN_COUNTED = 2048;
const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
const DIGITS_OF_KEY = 64 / DIGIT_BITS;

/**
 * The stable sorting permutation; `undefined` when the values already ascend (sequence numbers,
 * logs by time).
 */
export function ascendingOrder(list: NumberList): Uint32Array | undefined {
  const { values, wide } = list;
  if (wide.size > 0) return wideOrder(list);
  if (isSorted(values)) return undefined;
  if (values.length >= MIN_COUNTED) return orderByDigits(sortableBits(values));
  const order = Uint32Array.from(values, (_value, i) => i);
  return order.sort((a, b) => values[a] - values[b] || a - b);
}

function wideOrder({ values, wide }: NumberList): Uint32Array {
  const keys = Array.from(values, (value, i) => wide.get(i) ?? value);
  const order = Uint32Array.from(values, (_value, i) => i);
  return order.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
}

function isSorted(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i - 1] > values[i]) return false;
  return true;
}

/**
 * The low and high word of each double, mapped so that their order as unsigned numbers is that of
 * the doubles.
 */
function sortableBits(values: Float64Array): Uint32Array {
  const bits = new Uint32Array(values.slice().buffer);
  for (let at = 1; at < bits.length; at += 2) {
    const high = bits[at];
    /** -0 stays unchanged: 0, which compares equal, is mapped to this very word. */
    if (high === 0x80000000 && bits[at - 1] === 0) continue;
    if (high < 0x80000000) {
      bits[at] = high + 0x80000000;
    } else {
      bits[at] = ~high;
      bits[at - 1] = ~bits[at - 1];
    }
  }
  return bits;
}

/** Sorts by the least significant digit first. A digit equal in all keys costs one pass. */
function orderByDigits(bits: Uint32Array): Uint32Array {
  const count = bits.length >>> 1;
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  let target = new Uint32Array(count);
  const next = new Uint32Array(DIGITS);
  for (let digit = 0; digit < DIGITS_OF_KEY; digit++) {
    const where = { word: digit >>> 1, shift: (digit & 1) * DIGIT_BITS };
    if (!placesOfDigit(bits, where, next)) continue;
    moveByDigit(bits, where, { next, order, target });
    const moved = target;
    target = order;
    order = moved;
  }
  return order;
}

/** A digit of every key: the word that holds it, and its shift there. */
interface Digit {
  readonly word: number;
  readonly shift: number;
}

/** Computes where the keys of each digit start; false when all keys have the same digit. */
function placesOfDigit(bits: Uint32Array, { word, shift }: Digit, next: Uint32Array): boolean {
  next.fill(0);
  for (let at = word; at < bits.length; at += 2) next[(bits[at] >>> shift) & (DIGITS - 1)]++;
  if (next[(bits[word] >>> shift) & (DIGITS - 1)] === bits.length >>> 1) return false;
  let start = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const size = next[digit];
    next[digit] = start;
    start += size;
  }
  return true;
}

function moveByDigit(
  bits: Uint32Array,
  { word, shift }: Digit,
  { next, order, target }: Readonly<Record<'next' | 'order' | 'target', Uint32Array>>,
): void {
  for (let at = 0; at < order.length; at++) {
    const i = order[at];
    target[next[(bits[2 * i + word] >>> shift) & (DIGITS - 1)]++] = i;
  }
}
