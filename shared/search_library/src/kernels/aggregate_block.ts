/** Aggregates a block of documents over a column; see `block_layout.ts`. */
import { hasBitAt } from './bit_sets.js';
import {
  COARSE_BITS,
  K_BITS,
  K_BUCKETS,
  K_CELLS,
  K_CELLS_WIDTH,
  K_COARSE,
  K_COUNT,
  K_COUNTS,
  K_DOCS,
  K_FIRST,
  K_IS_ONE,
  K_KEPT,
  K_MIN,
  K_OWNERS,
  K_PLACE,
  K_PRESENCE,
  K_ROWS,
  K_SHIFT,
  K_SLOTS,
  K_STARTS,
  K_STEP,
  K_STEPS,
  K_SUMS,
  K_VALUES,
  K_WIDTH,
} from './block_layout.js';
import { damaged, f64At, i32At, setF64, setI32, u32At, wordToF64 } from './memory.js';

/**
 * Adds the value of each document to the sum of its bucket. The values are integers, so the sums
 * are exact.
 */
export function sumBlock(frame: u32): void {
  if (i32At(frame + K_IS_ONE) !== 0) sumOne(frame);
  else if (comesInRuns(frame)) sumRuns(frame);
  else sumMany(frame);
}

/**
 * Rows that are sampled to judge the order of all, and the most changes of bucket among them if
 * rows come in runs.
 */
const LOOK: i32 = 64;
const FEW: i32 = 16;

/** True if many consecutive rows share a bucket, like those of one day in time order. */
function comesInRuns(frame: u32): boolean {
  const count = i32At(frame + K_COUNT);
  const owners = frame + K_OWNERS;
  const end = count < LOOK ? count : LOOK;
  let changes = 0;
  for (let i = 1; i < end; i++) {
    if (i32At(owners + 4 * i) !== i32At(owners + 4 * i - 4)) changes++;
  }
  return changes < FEW;
}

/**
 * Each addition to a sum just written would wait for the write, so the sum of a run is written at
 * its end.
 */
function sumRuns(frame: u32): void {
  const count = i32At(frame + K_COUNT);
  const slots = u32At(frame + K_SLOTS);
  const width = i32At(frame + K_WIDTH);
  const presence = u32At(frame + K_PRESENCE);
  const min: f64 = f64At(frame + K_MIN);
  const step: f64 = f64At(frame + K_STEP);
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  let owner = i32At(frame + K_OWNERS);
  let sum: f64 = 0;
  let values = 0;
  for (let i = 0; i < count; i++) {
    const own = i32At(frame + K_OWNERS + 4 * i);
    if (own !== owner) {
      addRun(frame, owner, sum, values);
      owner = own;
      sum = 0;
      values = 0;
    }
    const doc = i32At(frame + K_DOCS + 4 * i);
    if (presence !== 0 && hasBitAt(presence, doc) === 0) continue;
    const slot: u32 = u32At(slots + width * doc) & mask;
    sum += min + step * wordToF64(slot);
    values++;
  }
  addRun(frame, owner, sum, values);
}

function addRun(frame: u32, owner: i32, sum: f64, values: i32): void {
  const at: u32 = frame + 8 * owner;
  setF64(at + K_SUMS, f64At(at + K_SUMS) + sum);
  setF64(at + K_VALUES, f64At(at + K_VALUES) + wordToF64(values));
}

function sumMany(frame: u32): void {
  const count = i32At(frame + K_COUNT);
  const slots = u32At(frame + K_SLOTS);
  const width = i32At(frame + K_WIDTH);
  const presence = u32At(frame + K_PRESENCE);
  const min: f64 = f64At(frame + K_MIN);
  const step: f64 = f64At(frame + K_STEP);
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  for (let i = 0; i < count; i++) {
    const doc = i32At(frame + K_DOCS + 4 * i);
    if (presence !== 0 && hasBitAt(presence, doc) === 0) continue;
    const slot: u32 = u32At(slots + width * doc) & mask;
    const at: u32 = frame + 8 * i32At(frame + K_OWNERS + 4 * i);
    setF64(at + K_SUMS, f64At(at + K_SUMS) + (min + step * wordToF64(slot)));
    setF64(at + K_VALUES, f64At(at + K_VALUES) + 1);
  }
}

function sumOne(frame: u32): void {
  const count = i32At(frame + K_COUNT);
  const slots = u32At(frame + K_SLOTS);
  const width = i32At(frame + K_WIDTH);
  const presence = u32At(frame + K_PRESENCE);
  const min: f64 = f64At(frame + K_MIN);
  const step: f64 = f64At(frame + K_STEP);
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  let sum: f64 = f64At(frame + K_SUMS);
  let values = 0;
  for (let i = 0; i < count; i++) {
    const doc = i32At(frame + K_DOCS + 4 * i);
    if (presence !== 0 && hasBitAt(presence, doc) === 0) continue;
    const slot: u32 = u32At(slots + width * doc) & mask;
    sum += min + step * wordToF64(slot);
    values++;
  }
  setF64(frame + K_SUMS, sum);
  setF64(frame + K_VALUES, f64At(frame + K_VALUES) + wordToF64(values));
}

/** Writes the documents whose bits are set to `K_ROWS`; returns their number. */
export function keepMarked(frame: u32): i32 {
  const count = i32At(frame + K_COUNT);
  const first = i32At(frame + K_FIRST);
  let kept: u32 = frame + K_ROWS;
  for (let i = 0; i < count; i++) {
    const doc = i32At(frame + K_DOCS + 4 * i);
    setI32(kept, doc);
    kept += 4 * hasBitAt(frame + K_BITS, doc - first);
  }
  return (kept - (frame + K_ROWS)) >>> 2;
}

/**
 * Finds the bucket of each document by its stored ordinal + 1. Returns 1 if the bucket of the row
 * at `K_PLACE` does not exist yet.
 */
export function assignBlock(frame: u32): i32 {
  const count = i32At(frame + K_COUNT);
  const slots = u32At(frame + K_SLOTS);
  const width = i32At(frame + K_WIDTH);
  const isOne = i32At(frame + K_IS_ONE);
  const cells = u32At(frame + K_CELLS_WIDTH);
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  let kept = i32At(frame + K_KEPT);
  for (let i = i32At(frame + K_PLACE); i < count; i++) {
    const doc = i32At(frame + K_DOCS + 4 * i);
    const slot: u32 = u32At(slots + width * doc) & mask;
    if (slot === 0) continue;
    if (slot >>> 0 > cells) damaged();
    const owner: u32 = isOne !== 0 ? 0 : u32At(frame + K_OWNERS + 4 * i);
    const bucket = i32At(frame + K_CELLS + 4 * (owner * cells + slot - 1)) - 1;
    if (bucket < 0) {
      setI32(frame + K_PLACE, i);
      setI32(frame + K_KEPT, kept);
      return 1;
    }
    setI32(frame + K_ROWS + 4 * kept, i);
    setI32(frame + K_BUCKETS + 4 * kept, bucket);
    const counted = frame + K_COUNTS + 4 * bucket;
    setI32(counted, i32At(counted) + 1);
    kept++;
  }
  setI32(frame + K_KEPT, kept);
  return 0;
}

/**
 * Like `assignBlock`, but by the step that contains the stored number; documents without a value
 * are left out. A result above 0 is the step + 1 of the row at `K_PLACE`, whose bucket does not
 * exist yet.
 */
export function assignSteps(frame: u32): i32 {
  const count = i32At(frame + K_COUNT);
  const slots = u32At(frame + K_SLOTS);
  const width = i32At(frame + K_WIDTH);
  const presence = u32At(frame + K_PRESENCE);
  const isOne = i32At(frame + K_IS_ONE);
  const cells = u32At(frame + K_CELLS_WIDTH);
  const last = i32At(frame + K_STEPS) - 1;
  const shift = i32At(frame + K_SHIFT);
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  let kept = i32At(frame + K_KEPT);
  // The step of the previous number is tried first, since documents often come in time order.
  let step = 0;
  let from: u32 = 1;
  let to: u32 = 0;
  for (let i = i32At(frame + K_PLACE); i < count; i++) {
    const doc = i32At(frame + K_DOCS + 4 * i);
    if (presence !== 0 && hasBitAt(presence, doc) === 0) continue;
    const slot: u32 = (u32At(slots + width * doc) & mask) >>> 0;
    if (slot < from || slot >= to) {
      const coarse = slot >>> shift;
      if (coarse >>> COARSE_BITS !== 0) damaged();
      step = i32At(frame + K_COARSE + 4 * coarse);
      while (step < last && slot >= u32At(frame + K_STARTS + 4 * (step + 1))) step++;
      from = u32At(frame + K_STARTS + 4 * step);
      to = step === last ? slot : u32At(frame + K_STARTS + 4 * (step + 1));
    }
    const owner: u32 = isOne !== 0 ? 0 : u32At(frame + K_OWNERS + 4 * i);
    const bucket = i32At(frame + K_CELLS + 4 * (owner * cells + step)) - 1;
    if (bucket < 0) {
      setI32(frame + K_PLACE, i);
      setI32(frame + K_KEPT, kept);
      return 1 + step;
    }
    setI32(frame + K_ROWS + 4 * kept, i);
    setI32(frame + K_BUCKETS + 4 * kept, bucket);
    const counted = frame + K_COUNTS + 4 * bucket;
    setI32(counted, i32At(counted) + 1);
    kept++;
  }
  setI32(frame + K_KEPT, kept);
  return 0;
}
