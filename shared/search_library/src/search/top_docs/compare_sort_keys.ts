/** Compares sort keys from different shards. */
import { compareBytes } from '@skein/bytes';
import type { SortValue } from '../results.js';

/** The order of a sort key across shards. */
export interface SortKeyOrder {
  readonly reverse: boolean;
  /** True if documents without a value come first. */
  readonly missingFirst: boolean;
  /** Keys of different kinds cannot be merged. */
  readonly kind: 'score' | 'doc' | 'number' | 'unsigned_long' | 'bytes';
}

/** Missing unsigned longs tie with the least or greatest possible value. */
const GREATEST_UNSIGNED = 2n ** 64n - 1n;

export function compareSortKeys(a: SortValue, b: SortValue, format: SortKeyOrder): number {
  if (format.kind === 'unsigned_long' && (a === null || b === null)) {
    const missing = format.missingFirst === format.reverse ? GREATEST_UNSIGNED : 0;
    return compareSortKeys(a ?? missing, b ?? missing, format);
  }
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === format.missingFirst ? -1 : 1;
  }
  const order = compareValues(a, b);
  return format.reverse ? -order : order;
}

function compareValues(a: number | bigint | Uint8Array, b: number | bigint | Uint8Array): number {
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    // All keys of one sort are of one kind; the merging code has checked that.
    return a instanceof Uint8Array && b instanceof Uint8Array ? compareBytes(a, b) : 0;
  }
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
