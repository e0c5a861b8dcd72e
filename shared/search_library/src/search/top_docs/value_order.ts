/** The order of sort values, missing ones in their place: shared by the sort keys and by whoever merges the hits of shards. */
import { compareBytes } from '@skein/bytes';
import type { SortField, SortValue } from '../results.js';

/** Greatest and least 64-bit integer: where the reference puts missing values of integer fields. */
const GREATEST_LONG = 2n ** 63n - 1n;
const LEAST_LONG = -(2n ** 63n);
/** The same of unsigned fields: missing values tie with those that are there, so no infinity stands for them. */
const GREATEST_UNSIGNED = 2n ** 64n - 1n;

/** Compares two values of a sort key as it orders hits; negative when `a` comes first. */
export function compareSortValues(field: SortField, a: SortValue, b: SortValue): number {
  const left = orderKey(field, a);
  const right = orderKey(field, b);
  const ascending = compareKeys(left, right);
  return descends(field) ? -ascending : ascending;
}

export function descends(field: SortField): boolean {
  return field.kind === 'score' ? !field.reverse : field.reverse;
}

/** What a value is compared by: missing values become an infinity, or the value that stands for them. */
export function orderKey(field: SortField, value: SortValue): number | bigint | Uint8Array {
  if (value !== null) {
    const bounded = field.kind === 'number' && field.integral && field.unsigned !== true;
    return bounded ? longKey(value) : value;
  }
  if (field.kind !== 'number' && field.kind !== 'ordinal') return 0;
  const { missing } = field;
  if (missing !== 'first' && missing !== 'last') return orderKey(field, missing);
  const isGreatest = (missing === 'first') === descends(field);
  if (field.kind === 'number' && field.unsigned === true) return isGreatest ? GREATEST_UNSIGNED : 0;
  return isGreatest ? Infinity : -Infinity;
}

function longKey(value: number | bigint | Uint8Array): number | bigint | Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (value >= GREATEST_LONG) return Infinity;
  return value <= LEAST_LONG ? -Infinity : value;
}

/** Numbers and bigints compare exactly with one another. Infinities stand beyond all bytes. */
export function compareKeys(
  a: number | bigint | Uint8Array,
  b: number | bigint | Uint8Array,
): number {
  if (a instanceof Uint8Array) {
    return b instanceof Uint8Array ? compareBytes(a, b) : b === Infinity ? -1 : 1;
  }
  if (b instanceof Uint8Array) return a === Infinity ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
