import type { SortField, SortValue } from '../results.js';
import { compareSortValues } from './value_order.js';

const unsigned = (reverse: boolean, missing: 'first' | 'last'): SortField => ({
  kind: 'number',
  field: 'u',
  integral: true,
  unsigned: true,
  reverse,
  mode: 'min',
  missing,
});
const GREATEST = 2n ** 64n - 1n;

test('unsigned longs beyond 2^63 keep their order; missing ones tie with the least or greatest', () => {
  const values: SortValue[] = [
    0,
    2n ** 63n - 1n,
    2n ** 63n,
    2n ** 63n + 2n,
    GREATEST - 1n,
    GREATEST,
  ];
  for (let i = 1; i < values.length; i++) {
    expect(compareSortValues(unsigned(false, 'last'), values[i - 1], values[i])).toBeLessThan(0);
    expect(compareSortValues(unsigned(true, 'last'), values[i - 1], values[i])).toBeGreaterThan(0);
  }
  expect(compareSortValues(unsigned(false, 'last'), null, GREATEST)).toBe(0);
  expect(compareSortValues(unsigned(true, 'last'), null, 0) + 0).toBe(0);
  expect(compareSortValues(unsigned(false, 'first'), null, 0)).toBe(0);
  expect(compareSortValues(unsigned(true, 'first'), null, GREATEST) + 0).toBe(0);
});
