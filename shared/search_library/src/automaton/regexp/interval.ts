/**
 * `<9-12>`: the decimal numbers between two bounds. Bounds of equal length fix the number of
 * digits; otherwise leading zeros are allowed.
 */
import type { Expression, ExpressionPool } from './expression.js';

const ZERO = 0x30;

export function decimalInterval(pool: ExpressionPool, a: string, b: string): Expression {
  const [low, high] = BigInt(a) <= BigInt(b) ? [a, b] : [b, a];
  if (low.length === high.length) return between(pool, low, high);
  const least = BigInt(low).toString();
  const greatest = BigInt(high).toString();
  const lengths: Expression[] = [];
  for (let length = least.length; length <= greatest.length; length++) {
    const from = length === least.length ? least : `1${'0'.repeat(length - 1)}`;
    const to = length === greatest.length ? greatest : '9'.repeat(length);
    lengths.push(between(pool, from, to));
  }
  const zeros = pool.repeat(digits(pool, 0, 0), 0, Number.POSITIVE_INFINITY);
  return pool.concat(zeros, pool.union(lengths));
}

function digits(pool: ExpressionPool, from: number, to: number): Expression {
  return from > to ? pool.nothing : pool.characters([[ZERO + from, ZERO + to]]);
}

/** Texts of digits between two bounds of the same length. */
function between(pool: ExpressionPool, low: string, high: string): Expression {
  if (low === '') return pool.emptyText;
  if (/^0+$/.test(low) && /^9+$/.test(high)) {
    return pool.repeat(digits(pool, 0, 9), low.length, low.length);
  }
  const [first, last] = [Number(low[0]), Number(high[0])];
  const after = low.length - 1;
  if (first === last) {
    return pool.concat(digits(pool, first, first), between(pool, low.slice(1), high.slice(1)));
  }
  const atLeast = between(pool, low.slice(1), '9'.repeat(after));
  const atMost = between(pool, '0'.repeat(after), high.slice(1));
  const free = pool.repeat(digits(pool, 0, 9), after, after);
  return pool.union([
    pool.concat(digits(pool, first, first), atLeast),
    pool.concat(digits(pool, first + 1, last - 1), free),
    pool.concat(digits(pool, last, last), atMost),
  ]);
}
