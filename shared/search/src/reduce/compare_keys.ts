/** The order of sort keys that come from different shards. */
import { compareBytes } from '@skein/bytes';
import type { SortValue } from '@skein/search_library';
import type { SortKeyFormat } from '../shard_messages.js';

/** Missing unsigned longs tie with the least or greatest there is. */
const GREATEST_UNSIGNED = 2n ** 64n - 1n;

export function compareKeys(a: SortValue, b: SortValue, format: SortKeyFormat): number {
  if (format.kind === 'unsigned_long' && (a === null || b === null)) {
    const missing = format.missingFirst === format.reverse ? GREATEST_UNSIGNED : 0;
    return compareKeys(a ?? missing, b ?? missing, format);
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
    // Keys of one sort are of one kind: `mergeQueryResults` has checked it.
    return a instanceof Uint8Array && b instanceof Uint8Array ? compareBytes(a, b) : 0;
  }
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
