/**
 * Reads the values of many documents from a column at once, by row. Each array type has its own
 * loop, as in `slot_range.ts`.
 */
import type { NumberColumn, NumberSlots } from '../../index/segment_reader.js';
import { hasValue } from './slot_range.js';

/** Documents `docs[from] … docs[to - 1]`. */
export interface DocRows {
  readonly docs: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** The target of values, at the indices of their documents in `DocRows`. */
export interface GatheredNumbers {
  readonly values: Float64Array;
  /** 1 if the document has a value; the `values` of other documents are meaningless. */
  readonly present: Uint8Array;
}

/** Reads the first value of each document, rounded to a double. */
export function gatherNumbers(column: NumberColumn, rows: DocRows, into: GatheredNumbers): void {
  const { slots } = column;
  if (slots === undefined) gatherOneByOne(column, rows, into);
  else {
    gatherSlots(slots.raw, rows, into.values);
    const { min, gcd } = slots;
    if (min !== 0 || gcd !== 1) scale(into.values, rows, slots);
    gatherPresence(slots.presence, rows, into.present);
  }
}

function gatherOneByOne(
  column: NumberColumn,
  { docs, from, to }: DocRows,
  { values, present }: GatheredNumbers,
): void {
  for (let i = from; i < to; i++) {
    const doc = docs[i];
    const has = column.has(doc);
    present[i] = has ? 1 : 0;
    if (has) values[i] = column.value(doc, 0);
  }
}

function gatherPresence(
  presence: Uint32Array | null,
  { docs, from, to }: DocRows,
  present: Uint8Array,
): void {
  if (presence === null) present.fill(1, from, to);
  else for (let i = from; i < to; i++) present[i] = hasValue(presence, docs[i]) ? 1 : 0;
}

function scale(values: Float64Array, { from, to }: DocRows, { min, gcd }: NumberSlots): void {
  for (let i = from; i < to; i++) values[i] = min + gcd * values[i];
}

/** Reads the stored value of each document, whether it has one or not. */
export function gatherSlots(raw: NumberSlots['raw'], rows: DocRows, values: Float64Array): void {
  if (raw instanceof Uint8Array) gatherU8(raw, rows, values);
  else if (raw instanceof Uint16Array) gatherU16(raw, rows, values);
  else if (raw instanceof Uint32Array) gatherU32(raw, rows, values);
  else if (raw instanceof Float32Array) gatherF32(raw, rows, values);
  else gatherF64(raw, rows, values);
}

function gatherU8(raw: Uint8Array, { docs, from, to }: DocRows, values: Float64Array): void {
  for (let i = from; i < to; i++) values[i] = raw[docs[i]];
}

function gatherU16(raw: Uint16Array, { docs, from, to }: DocRows, values: Float64Array): void {
  for (let i = from; i < to; i++) values[i] = raw[docs[i]];
}

function gatherU32(raw: Uint32Array, { docs, from, to }: DocRows, values: Float64Array): void {
  for (let i = from; i < to; i++) values[i] = raw[docs[i]];
}

function gatherF32(raw: Float32Array, { docs, from, to }: DocRows, values: Float64Array): void {
  for (let i = from; i < to; i++) values[i] = raw[docs[i]];
}

function gatherF64(raw: Float64Array, { docs, from, to }: DocRows, values: Float64Array): void {
  for (let i = from; i < to; i++) values[i] = raw[docs[i]];
}
