/**
 * The order of sort values, including missing ones. Sort keys use it, and so does the code that
 * merges the hits of shards.
 */
import { compareBytes } from '@skein/bytes';
import type { SortField, SortValue } from '../results.js';

export type NumberSort = Extract<SortField, { kind: 'number' }>;
export type OrdinalSort = Extract<SortField, { kind: 'ordinal' }>;

/** The greatest and least 64-bit integer: OpenSearch's missing values of integer fields. */
const GREATEST_LONG = 2n ** 63n - 1n;
const LEAST_LONG = -(2n ** 63n);
/**
 * The greatest unsigned value. Missing values of unsigned fields tie with existing ones, so no
 * infinity is used.
 */
const GREATEST_UNSIGNED = 2n ** 64n - 1n;

/** Compares two values of a sort key as it orders hits; negative when `a` comes first. */
export function compareSortValues(field: SortField, a: SortValue, b: SortValue): number {
  const left = orderKey(field, a);
  const right = orderKey(field, b);
  const ascending = compareKeys(left, right);
  return descends(field) ? -ascending : ascending;
}

function descends(field: SortField): boolean {
  return field.kind === 'score' ? !field.reverse : field.reverse;
}

/** The value to compare by: a missing value becomes an infinity, or the value that replaces it. */
export function orderKey(field: SortField, value: SortValue): number | bigint | Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (field.kind === 'number') return numberOrder(field, value);
  if (value !== null) return value;
  if (field.kind !== 'ordinal') return 0;
  const { missing } = field;
  if (missing !== 'first' && missing !== 'last') return missing;
  return isGreatest(field) ? Infinity : -Infinity;
}

/** The same for a number, which has a number to compare by. */
export function numberOrder(field: NumberSort, value: number | bigint | null): number | bigint {
  if (value !== null) return field.integral && field.unsigned !== true ? longKey(value) : value;
  const { missing } = field;
  if (missing !== 'first' && missing !== 'last') return numberOrder(field, missing);
  if (field.unsigned === true) return isGreatest(field) ? GREATEST_UNSIGNED : 0;
  return isGreatest(field) ? Infinity : -Infinity;
}

/** True if a missing value that goes to an end is the greatest. */
function isGreatest({ missing, reverse }: NumberSort | OrdinalSort): boolean {
  return (missing === 'first') === reverse;
}

function longKey(value: number | bigint): number | bigint {
  if (value >= GREATEST_LONG) return Infinity;
  return value <= LEAST_LONG ? -Infinity : value;
}

/** Numbers and bigints compare exactly with each other. Infinities are beyond all byte strings. */
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
