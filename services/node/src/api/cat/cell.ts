/**
 * One value of a table: plain, or a size, duration or count whose unit the caller may choose with
 * `bytes`, `time` or `size`.
 */
import { formatByteSize, formatTimeMs, UNIT_BYTES, UNIT_MS } from '@skein/base';
import type { CatParams } from './cat_params.js';

export type Cell =
  | null
  | string
  | number
  | bigint
  | boolean
  | { readonly bytes: number }
  | { readonly ms: number }
  /** A count that `size` may scale by thousands. */
  | { readonly count: number };

const COUNT_IN: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  p: 1e15,
};

export const BYTE_UNITS = Object.keys(UNIT_BYTES);
export const TIME_UNITS = Object.keys(UNIT_MS);
export const COUNT_UNITS = Object.keys(COUNT_IN);

type CellUnits = Pick<CatParams, 'bytes' | 'time' | 'size'>;

/** The text of a cell. `null` stands for an absent value: it is blank in text and null in JSON. */
export function renderCell(cell: Cell, units: CellUnits): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'object') return String(cell);
  if ('bytes' in cell) {
    return units.bytes === undefined
      ? formatByteSize(cell.bytes)
      : String(Math.floor(cell.bytes / (UNIT_BYTES[units.bytes] ?? 1)));
  }
  if ('ms' in cell) {
    return units.time === undefined
      ? formatTimeMs(cell.ms)
      : String(Math.floor(cell.ms / (UNIT_MS[units.time] ?? 1)));
  }
  return units.size === undefined
    ? String(cell.count)
    : String(Math.floor(cell.count / (COUNT_IN[units.size] ?? 1)));
}

/** Orders absent values first; numbers, sizes and durations by amount, everything else as text. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  const [x, y] = [amountOf(a), amountOf(b)];
  if (x === y) return 0;
  return x < y ? -1 : 1;
}

function amountOf(cell: Exclude<Cell, null>): number | bigint | string {
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'object') return cell;
  if ('bytes' in cell) return cell.bytes;
  return 'ms' in cell ? cell.ms : cell.count;
}
