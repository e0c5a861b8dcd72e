/**
 * Finds the documents of a column whose values lie between two numbers, many documents at a time.
 * Bounds are converted to stored numbers once, so that a loop compares stored numbers. Each array
 * type has its own loop on purpose: a loop that has seen several types is many times slower.
 */
import type { NumberColumn, NumberSlots } from '../../index/segment_reader.js';

/** Bounds in stored numbers, both inclusive; never empty. */
export interface SlotRange {
  readonly low: number;
  readonly high: number;
}

/** Returns `undefined` if no document has a value from `lower` to `upper`, both inclusive. */
export function slotRange(
  { min, max }: NumberColumn,
  slots: NumberSlots,
  lower: number,
  upper: number,
): SlotRange | undefined {
  if (!(lower <= upper) || upper < min || lower > max) return undefined;
  const low = lower <= min ? Number.NEGATIVE_INFINITY : leastSlot(slots, lower);
  const high = upper >= max ? Number.POSITIVE_INFINITY : greatestSlot(slots, upper);
  return low <= high ? { low, high } : undefined;
}

function isScaled({ raw, min, gcd }: NumberSlots): boolean {
  const isFloat = raw instanceof Float32Array || raw instanceof Float64Array;
  return !isFloat || min !== 0 || gcd !== 1;
}

/**
 * The least stored number whose value is >= `lower`. Since the division may round, its neighbours
 * are checked.
 */
function leastSlot(slots: NumberSlots, lower: number): number {
  if (!isScaled(slots)) return lower;
  const { min, gcd } = slots;
  let slot = Math.ceil((lower - min) / gcd);
  while (min + gcd * slot < lower) slot++;
  while (min + gcd * (slot - 1) >= lower) slot--;
  return slot;
}

function greatestSlot(slots: NumberSlots, upper: number): number {
  if (!isScaled(slots)) return upper;
  const { min, gcd } = slots;
  let slot = Math.floor((upper - min) / gcd);
  while (min + gcd * slot > upper) slot--;
  while (min + gcd * (slot + 1) <= upper) slot++;
  return slot;
}

export function hasValue(presence: Uint32Array | null, doc: number): boolean {
  return presence === null || (presence[doc >>> 5] & (1 << (doc & 31))) !== 0;
}

/** Keeps those of the first `count` documents in the range, in order; returns their number. */
export function keepInRange(
  { raw, presence }: NumberSlots,
  { low, high }: SlotRange,
  docs: Uint32Array,
  count: number,
): number {
  const kept = keep(raw, low, high, { docs, count });
  return presence === null ? kept : keepPresent(presence, docs, kept);
}

interface Batch {
  readonly docs: Uint32Array;
  readonly count: number;
}

function keep(raw: NumberSlots['raw'], low: number, high: number, batch: Batch): number {
  if (raw instanceof Uint8Array) return keepU8(raw, low, high, batch);
  if (raw instanceof Uint16Array) return keepU16(raw, low, high, batch);
  if (raw instanceof Uint32Array) return keepU32(raw, low, high, batch);
  if (raw instanceof Float32Array) return keepF32(raw, low, high, batch);
  return keepF64(raw, low, high, batch);
}

function keepU8(raw: Uint8Array, low: number, high: number, { docs, count }: Batch): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const slot = raw[doc];
    if (slot >= low && slot <= high) docs[kept++] = doc;
  }
  return kept;
}

function keepU16(raw: Uint16Array, low: number, high: number, { docs, count }: Batch): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const slot = raw[doc];
    if (slot >= low && slot <= high) docs[kept++] = doc;
  }
  return kept;
}

function keepU32(raw: Uint32Array, low: number, high: number, { docs, count }: Batch): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const slot = raw[doc];
    if (slot >= low && slot <= high) docs[kept++] = doc;
  }
  return kept;
}

function keepF32(raw: Float32Array, low: number, high: number, { docs, count }: Batch): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const slot = raw[doc];
    if (slot >= low && slot <= high) docs[kept++] = doc;
  }
  return kept;
}

function keepF64(raw: Float64Array, low: number, high: number, { docs, count }: Batch): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const slot = raw[doc];
    if (slot >= low && slot <= high) docs[kept++] = doc;
  }
  return kept;
}

/** Keeps those of the first `count` documents whose bit is set; returns their number. */
export function keepPresent(words: Uint32Array, docs: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if ((words[doc >>> 5] & (1 << (doc & 31))) !== 0) docs[kept++] = doc;
  }
  return kept;
}

/** The documents from a multiple of 32 up to `to`, exclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** Bit `d - from` belongs to document d. */
  readonly words: Uint32Array;
}

/** Sets the words of the window to the documents in the range. */
export function markInRange(
  { raw, presence }: NumberSlots,
  { low, high }: SlotRange,
  window: Window,
): void {
  if (raw instanceof Uint8Array) markU8(raw, low, high, window);
  else if (raw instanceof Uint16Array) markU16(raw, low, high, window);
  else if (raw instanceof Uint32Array) markU32(raw, low, high, window);
  else if (raw instanceof Float32Array) markF32(raw, low, high, window);
  else markF64(raw, low, high, window);
  if (presence !== null) keepPresentWords(presence, window);
}

export function keepPresentWords(presence: Uint32Array, { from, to, words }: Window): void {
  const first = from >>> 5;
  const count = (to - from + 31) >>> 5;
  for (let i = 0; i < count; i++) words[i] &= presence[first + i];
}

function markU8(raw: Uint8Array, low: number, high: number, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) {
      const slot = raw[doc];
      word |= (slot >= low && slot <= high ? 1 : 0) << (doc & 31);
    }
    words[at] = word;
  }
}

function markU16(raw: Uint16Array, low: number, high: number, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) {
      const slot = raw[doc];
      word |= (slot >= low && slot <= high ? 1 : 0) << (doc & 31);
    }
    words[at] = word;
  }
}

function markU32(raw: Uint32Array, low: number, high: number, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) {
      const slot = raw[doc];
      word |= (slot >= low && slot <= high ? 1 : 0) << (doc & 31);
    }
    words[at] = word;
  }
}

function markF32(raw: Float32Array, low: number, high: number, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) {
      const slot = raw[doc];
      word |= (slot >= low && slot <= high ? 1 : 0) << (doc & 31);
    }
    words[at] = word;
  }
}

function markF64(raw: Float64Array, low: number, high: number, { from, to, words }: Window): void {
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) {
      const slot = raw[doc];
      word |= (slot >= low && slot <= high ? 1 : 0) << (doc & 31);
    }
    words[at] = word;
  }
}
