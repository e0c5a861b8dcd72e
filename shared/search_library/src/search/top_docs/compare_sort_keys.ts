/** The order of sort keys that come from different shards. */
import { compareBytes } from '@skein/bytes';
import type { SortValue } from '../results.js';

/** How a sort key merges across shards. */
export interface SortKeyOrder {
  readonly reverse: boolean;
  /** Where documents without a value go. */
  readonly missingFirst: boolean;
  /** Keys of different kinds cannot be merged. */
  readonly kind: 'score' | 'doc' | 'number' | 'unsigned_long' | 'bytes';
}

/** Missing unsigned longs tie with the least or greatest there is. */
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
    // Keys of one sort are of one kind: whoever merges shards has checked it.
    return a instanceof Uint8Array && b instanceof Uint8Array ? compareBytes(a, b) : 0;
  }
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
