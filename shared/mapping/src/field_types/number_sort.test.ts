import { isBeyondLong, sortKind, sortNumber } from './number_sort.js';

const LONG_MAX = 2n ** 63n - 1n;

test.each<[number | bigint | string, number | bigint]>([
  [5, 5],
  [1.9, 1],
  [-1.9, -1],
  [Number.NaN, 0],
  [2 ** 53 + 2, BigInt(2 ** 53 + 2)],
  [-(2 ** 60), -(2n ** 60n)],
  [7n, 7n],
  ['-9', -9],
  ['9223372036854775807', LONG_MAX],
  [1e300, LONG_MAX],
  [-1e300, -LONG_MAX - 1n],
])('%p as a long is %p', (value, long) => {
  expect(sortNumber(value, 'long')).toEqual(long);
});

test.each<[bigint | string]>([['9223372036854775808'], [2n ** 63n], ['1.5'], ['x']])(
  '%p is no long',
  (value) => {
    expect(() => sortNumber(value, 'long')).toThrow();
  },
);

test('numbers are narrowed to the width of their kind, texts are parsed', () => {
  expect(sortNumber(2 ** 31, 'int')).toBe(-(2 ** 31));
  expect(sortNumber(3.7, 'int')).toBe(3);
  expect(sortNumber('12', 'int')).toBe(12);
  expect(() => sortNumber('2147483648', 'int')).toThrow();
  expect(sortNumber(0.1, 'float')).toBe(Math.fround(0.1));
  expect(sortNumber('0.1', 'float')).toBe(Math.fround(0.1));
  expect(sortNumber(0.1, 'double')).toBe(0.1);
  expect(sortNumber('1e3', 'double')).toBe(1000);
  expect(sortNumber(2n ** 64n - 1n, 'unsigned_long')).toBe(2n ** 64n - 1n);
  expect(() => sortNumber(-1, 'unsigned_long')).toThrow();
});

test('the range of longs has both its ends', () => {
  expect([LONG_MAX, -LONG_MAX - 1n, 0, 1.5].map(isBeyondLong)).not.toContain(true);
  expect([LONG_MAX + 1n, -LONG_MAX - 2n].map(isBeyondLong)).not.toContain(false);
});

test('a numeric type widens the kind of a field, and no other word is one', () => {
  expect(sortKind('int', undefined)).toBe('int');
  expect(sortKind('int', 'long')).toBe('long');
  expect(sortKind('float', 'double')).toBe('double');
  expect(sortKind('unsigned_long', 'long')).toBe('unsigned_long');
  expect(() => sortKind('int', 'huge')).toThrow();
});
