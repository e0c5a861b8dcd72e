/** The natural order of values, used by sorting, tree maps and `compareTo`. */
import { rawNumber } from '../values/convert.js';
import { castMessage, classCast, nullPointer } from '../values/throwable.js';
import { Box, classNameOf, JavaObject, type Value } from '../values/value.js';

export type Comparison = (a: Value, b: Value) => number;

/** `Comparable.compareTo` of two values. */
export function naturalOrder(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : Number(a > b);
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : Number(a > b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a === null || b === null) throw nullPointer(null);
  return compareObjects(a, b);
}

/** Compares unboxed numbers of one type. */
export function numericOrder(a: Value, b: Value): number {
  const left = rawNumber(a);
  const right = rawNumber(b);
  return left < right ? -1 : Number(left > right);
}

/** Compares objects of one class that define an order. */
function compareObjects(a: NonNullable<Value>, b: NonNullable<Value>): number {
  const from = classNameOf(a);
  const to = classNameOf(b);
  if (from !== to) throw classCast(castMessage(to, from));
  if (a instanceof Box && b instanceof Box) return compareNumbers(a.value, b.value);
  const order = a instanceof JavaObject && b instanceof JavaObject ? a.compareTo(b) : undefined;
  if (order === undefined) throw classCast(castMessage(from, 'java.lang.Comparable'));
  return order;
}

/** -0.0 sorts before 0.0, NaN last. */
function compareNumbers(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  const rank = (x: number): number => (Number.isNaN(x) ? 2 : Object.is(x, -0) ? 0 : 1);
  return a === b && a !== 0 ? 0 : Math.sign(rank(a) - rank(b));
}

/** Java compares UTF-16 units and returns their difference. */
export function compareStrings(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  for (let i = 0; i < limit; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
