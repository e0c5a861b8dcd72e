/** Numbers of a field, block by block. Every kind of column is read into rows. */
import {
  gatherSlots,
  type NumberColumn,
  type NumberSlots,
  type SegmentReader,
} from '@skein/search_library';
import type { DocBlock } from '../collect/doc_block.js';
import type { KnownMatches } from '../collect/known_matches.js';
import { places } from '../collect/places.js';
import { segmentTotals, type Totals } from './kept_totals.js';
import type { NumberRows } from './number_rows.js';
import { type SortedNumbers, sortedNumbers } from './sorted_numbers.js';

export interface NumberSource {
  /** Says whether `NumberRows.longs` may be present, and whether they are unsigned. */
  readonly longs: 'signed' | 'unsigned' | 'none';
  segment(reader: SegmentReader): ReadNumbers;
  /** True if rows have weights; absent if each row stands for one value. */
  readonly isWeighted?: true;
  /**
   * The bounds of all values of the shard, if they are known beforehand; `undefined` for scripts.
   */
  readonly bounds?: () => { readonly min: number; readonly max: number } | undefined;
  /**
   * The values of all matches in order, so that they can be counted. If it is absent or returns
   * `undefined`, the values have to be read by document.
   */
  readonly sorted?: (matches: KnownMatches) => SortedNumbers | undefined;
  /**
   * The totals of the values of all matches. If it is absent or returns `undefined`, the values
   * have to be added up.
   */
  readonly totals?: (matches: KnownMatches) => Totals | undefined;
  /**
   * The column itself, if its stored numbers are the values. If it is absent or returns
   * `undefined`, the values have to be read.
   */
  readonly slots?: (reader: SegmentReader) => ValueSlots | undefined;
}

/** A column with at most one value per document, `min + gcd * raw[doc]`. */
export interface ValueSlots extends NumberSlots {
  /** True if all values are whole numbers. */
  readonly isWhole: boolean;
  /** The greatest absolute value. */
  readonly reach: number;
}

export type ReadNumbers = (block: DocBlock, into: NumberRows) => void;

export const NO_NUMBERS: ReadNumbers = (_block, into) => {
  into.count = 0;
  into.isSingle = true;
  into.longs = undefined;
};

/** The conversion from a column's number to a value. Longs beyond 2^53 are never scaled. */
interface ColumnScale {
  /** The column holds the value divided by this. */
  readonly factor: number;
  /** True if the column holds nanoseconds, which are converted to milliseconds. */
  readonly isNanos: boolean;
  /** The kind of longs that the column holds. */
  readonly longs: NumberSource['longs'];
}

export function columnNumbers(
  field: string,
  scale: ColumnScale,
  segments: readonly SegmentReader[],
): NumberSource {
  const { isNanos } = scale;
  return {
    longs: scale.longs,
    segment(reader) {
      const column = reader.numbers(field);
      if (column === undefined) return NO_NUMBERS;
      return scaled(readColumn(column, isNanos), scale);
    },
    bounds: () => boundsOf(field, scale, segments),
    // Unsigned longs are stored as signed ones, whose order differs from that of the values.
    sorted: (matches) =>
      scale.longs === 'unsigned' ? undefined : sortedNumbers(field, matches, worthOf(scale)),
    totals({ reader, bounds }) {
      const column = reader.numbers(field);
      if (scale.longs === 'unsigned' || bounds.length > 0 || column === undefined) return undefined;
      const read = scaled(readColumn(column, isNanos), scale);
      return segmentTotals(reader, `${field} ${scale.factor} ${isNanos}`, read);
    },
    slots(reader) {
      const column = reader.numbers(field);
      const slots = column?.slots;
      if (slots === undefined || isNanos || scale.factor !== 1) return undefined;
      const { raw } = slots;
      const isWhole = !(raw instanceof Float32Array || raw instanceof Float64Array);
      const reach = Math.max(Math.abs(column?.min ?? 0), Math.abs(column?.max ?? 0));
      return { ...slots, isWhole, reach };
    },
  };
}

function boundsOf(field: string, scale: ColumnScale, segments: readonly SegmentReader[]) {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const segment of segments) {
    const column = segment.numbers(field);
    if (column === undefined) continue;
    if (column.min < min) min = column.min;
    if (column.max > max) max = column.max;
  }
  if (min > max) return undefined;
  const { factor, isNanos } = scale;
  if (isNanos) return { min: Math.floor(min / NANOS_PER_MS), max: Math.floor(max / NANOS_PER_MS) };
  return { min: min * factor, max: max * factor };
}

function worthOf({ factor, isNanos }: ColumnScale): (stored: number | bigint) => number {
  if (!isNanos) return (stored) => Number(stored) * factor;
  return (stored) =>
    typeof stored === 'bigint' ? Number(floorDiv(stored)) : Math.floor(stored / NANOS_PER_MS);
}

const NANOS_PER_MS = 1e6;
const NANOS_PER_MS_LONG = 1_000_000n;

function scaled(read: ReadNumbers, { factor, isNanos }: ColumnScale): ReadNumbers {
  if (factor === 1 || isNanos) return read;
  return (block, into) => {
    read(block, into);
    const { values, count } = into;
    for (let i = 0; i < count; i++) values[i] = values[i] * factor;
  };
}

function readColumn(column: NumberColumn, isNanos: boolean): ReadNumbers {
  if (isNanos) return (block, into) => readNanos(column, block, into);
  const { slots } = column;
  if (slots === undefined) return (block, into) => readSeveral(column, block, into);
  const { raw, min, gcd, presence } = slots;
  const isScaled = min !== 0 || gcd !== 1;
  const sparse = presence === null ? undefined : { presence, min, gcd };
  return (block, into) => {
    const { docs, count } = block;
    const values = into.takeAll(count);
    gatherSlots(raw, { docs, from: 0, to: count }, values);
    if (sparse) compact(sparse, block, into);
    else if (isScaled) for (let i = 0; i < count; i++) values[i] = min + gcd * values[i];
  };
}

interface SparseSlots extends Pick<NumberSlots, 'min' | 'gcd'> {
  /** A bit set of the documents that have a value. */
  readonly presence: Uint32Array;
}

/**
 * Leaves out the rows of documents without a value, and converts the stored numbers of the others,
 * which were gathered into `values`, to values.
 */
function compact(
  { presence, min, gcd }: SparseSlots,
  { docs, count }: DocBlock,
  into: NumberRows,
): void {
  const { values } = into;
  const rows = into.ownRows(count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    rows[kept] = i;
    values[kept] = min + gcd * values[i];
    kept += (presence[doc >>> 5] >>> (doc & 31)) & 1;
  }
  into.count = kept;
  into.isSingle = true;
  if (kept === count) into.rows = places(count);
}

function readSeveral(column: NumberColumn, block: DocBlock, into: NumberRows): void {
  const { docs, count } = block;
  into.ownRows(count);
  const { wide } = column;
  if (wide) into.withLongs();
  let row = 0;
  let isSingle = true;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    if (!column.has(doc)) continue;
    const values = column.valueCount(doc);
    if (values > 1) isSingle = false;
    into.moreRows(row + values + (count - i));
    for (let k = 0; k < values; k++) {
      into.rows[row] = i;
      into.values[row] = column.value(doc, k);
      if (into.longs !== undefined) into.longs[row] = column.exact(doc, k);
      row++;
    }
  }
  into.count = row;
  into.isSingle = isSingle;
}

function readNanos(column: NumberColumn, block: DocBlock, into: NumberRows): void {
  readSeveral(column, block, into);
  const { values, longs, count } = into;
  for (let i = 0; i < count; i++) {
    values[i] =
      longs === undefined ? Math.floor(values[i] / NANOS_PER_MS) : Number(floorDiv(longs[i]));
  }
  into.longs = undefined;
}

function floorDiv(nanos: bigint): bigint {
  const quotient = nanos / NANOS_PER_MS_LONG;
  return nanos % NANOS_PER_MS_LONG < 0n ? quotient - 1n : quotient;
}

/** Adds a value for documents without one. A fraction makes longs the nearest doubles. */
export function withMissing(source: NumberSource, missing: number | bigint): NumberSource {
  const { bounds } = source;
  const value = Number(missing);
  const keepsLongs = typeof missing === 'bigint' || Number.isInteger(missing);
  return {
    longs: keepsLongs ? source.longs : 'none',
    segment(reader) {
      const read = source.segment(reader);
      return (block, into) => {
        read(block, into);
        if (!keepsLongs) into.longs = undefined;
        if (into.count < block.count || !into.isSingle) fillMissing(block, into, missing);
      };
    },
    ...(bounds
      ? {
          bounds: () => {
            const known = bounds();
            if (known === undefined) return { min: value, max: value };
            return { min: Math.min(known.min, value), max: Math.max(known.max, value) };
          },
        }
      : {}),
  };
}

function fillMissing({ count }: DocBlock, into: NumberRows, missing: number | bigint): void {
  const before = { rows: into.rows.slice(0, into.count), values: into.values.slice(0, into.count) };
  const longs = into.longs?.slice(0, into.count);
  const { isSingle } = into;
  const total = into.count + count;
  into.ownRows(total);
  if (longs !== undefined || typeof missing === 'bigint') into.withLongs();
  let row = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const first = at;
    for (; at < before.rows.length && before.rows[at] === i; at++) {
      into.rows[row] = i;
      into.values[row] = before.values[at];
      if (into.longs !== undefined) {
        into.longs[row] = longs?.[at] ?? BigInt(Math.trunc(before.values[at]));
      }
      row++;
    }
    if (at > first) continue;
    into.rows[row] = i;
    into.values[row] = Number(missing);
    if (into.longs !== undefined) into.longs[row] = BigInt(missing);
    row++;
  }
  into.count = row;
  into.isSingle = isSingle;
}

/** Gives no document a value. */
export const NO_SOURCE: NumberSource = { longs: 'signed', segment: () => NO_NUMBERS };
