/** Tests numbers as Java reads them, and their neighbors and rounding in every width. */
import { failureOf } from '../../testdata/mapping_fixture.js';
import { nextDouble, nextFloat, nextHalf, roundToHalf } from './floating_point.js';
import {
  compactLong,
  hasDecimalPart,
  LONG_MAX,
  LONG_MIN,
  parseJavaDouble,
  parseJavaInteger,
  UNSIGNED_LONG_MAX,
} from './java_number.js';

const LONG = { min: LONG_MIN, max: LONG_MAX, called: 'a long', coerce: true };
const read = (text: string, more: object = {}) => parseJavaInteger(text, { ...LONG, ...more });

test.each<[string, bigint]>([
  ['0', 0n],
  ['+7', 7n],
  ['-0', 0n],
  ['9223372036854775807', LONG_MAX],
  ['-9223372036854775808', LONG_MIN],
  ['9223372036854775807.9', LONG_MAX],
  ['9007199254740993.5', 9007199254740993n],
  ['-1.9', -1n],
  ['.9', 0n],
  ['-.9', 0n],
  ['5.', 5n],
  ['1e3', 1000n],
  ['1.5E+1', 15n],
  ['-1.234567890123456789e18', -1234567890123456789n],
  ['9223372036854775807e0', LONG_MAX],
  ['92233720368547758070e-1', LONG_MAX],
  ['123e-2', 1n],
  ['123e-3', 0n],
  ['1e-400', 0n],
  ['0e400', 0n],
  ['0.000000000000000000000000000001e30', 1n],
  ['٣', 3n],
])('%s is the integer %s', (text, value) => {
  expect(read(text)).toBe(value);
});

test.each([
  ['9223372036854775808', 'Value [9223372036854775808] is out of range for a long'],
  ['-9223372036854775809', 'Value [-9223372036854775809] is out of range for a long'],
  ['9.3e18', 'Value [9.3e18] is out of range for a long'],
  ['1e19', 'Value [1e19] is out of range for a long'],
  ['-1e400', 'Value [-1e400] is out of range for a long'],
  ['', 'For input string: ""'],
  ['1d', 'For input string: "1d"'],
  ['x', 'For input string: "x"'],
  ['1e', 'For input string: "1e"'],
])('%s is none: %s', (text, reason) => {
  expect(failureOf(() => read(text))).toEqual([`illegal_argument_exception: ${reason}`]);
});

test('a fraction is refused where none is coerced', () => {
  const strict = (text: string) => failureOf(() => read(text, { coerce: false }));
  expect(strict('1.5')).toEqual(['illegal_argument_exception: Value [1.5] has a decimal part']);
  expect([strict('1.0'), strict('1e2'), strict('12')]).toEqual([[], [], []]);
  expect(read('18446744073709551615', { max: UNSIGNED_LONG_MAX })).toBe(UNSIGNED_LONG_MAX);
});

test('a long is a number where a double has all of its digits', () => {
  const safe = BigInt(Number.MAX_SAFE_INTEGER);
  expect([safe, -safe, 0n].map(compactLong)).toEqual([Number(safe), -Number(safe), 0]);
  expect([safe + 1n, -safe - 1n].map(compactLong)).toEqual([safe + 1n, -safe - 1n]);
});

test.each<[string | number | bigint, boolean]>([
  [5n, false],
  [5, false],
  [5.5, true],
  ['5', false],
  ['5.0', false],
  ['5.5', true],
  ['-0.1', true],
  ['1e1', false],
])('%p has a fraction: %s', (value, expected) => {
  expect(hasDecimalPart(value)).toBe(expected);
});

test('a double is read as Java reads it, and refused in its words', () => {
  expect(['1.5', ' 2 ', '1d', '-Infinity'].map(parseJavaDouble)).toEqual([1.5, 2, 1, -Infinity]);
  expect(parseJavaDouble('NaN')).toBeNaN();
  expect(failureOf(() => parseJavaDouble('x'))).toEqual([
    'number_format_exception: For input string: "x"',
  ]);
  expect(failureOf(() => parseJavaDouble(' '))).toEqual(['number_format_exception: empty String']);
});

describe('the next number', () => {
  const TINY_FLOAT = 2 ** -149;
  const TINY_HALF = 2 ** -24;

  test.each([
    [0, Number.MIN_VALUE],
    [-0, Number.MIN_VALUE],
    [-Number.MIN_VALUE, -0],
    [1, 1 + Number.EPSILON],
    [-1, -1 + Number.EPSILON / 2],
    [Number.MAX_VALUE, Infinity],
    [-Infinity, -Number.MAX_VALUE],
    [Infinity, Infinity],
  ])('after the double %p is %p', (value, next) => {
    expect(nextDouble(value)).toBe(next);
  });

  test.each([
    [0, TINY_FLOAT],
    [-0, TINY_FLOAT],
    [-TINY_FLOAT, -0],
    [1, 1 + 2 ** -23],
    [-1, -1 + 2 ** -24],
    [3.4028234663852886e38, Infinity],
    [-Infinity, -3.4028234663852886e38],
    [Infinity, Infinity],
  ])('after the float %p is %p', (value, next) => {
    expect(nextFloat(value)).toBe(next);
  });

  test.each([
    [0, TINY_HALF],
    [-TINY_HALF, 0],
    [1, 1 + 2 ** -10],
    [-1, -1 + 2 ** -11],
    [2 ** -14, 2 ** -14 + TINY_HALF],
    [-(2 ** -14), -(2 ** -14) + TINY_HALF],
    [65_504, Infinity],
    [-Infinity, -65_504],
    [Infinity, Infinity],
  ])('after the half %p is %p', (value, next) => {
    expect(nextHalf(value)).toBe(next);
  });

  test('of none is none', () => {
    for (const next of [nextDouble, nextFloat, nextHalf]) expect(next(Number.NaN)).toBeNaN();
  });
});

test.each([
  [1 + 2 ** -11, 1],
  [1 + 3 * 2 ** -11, 1 + 2 ** -9],
  [-1 - 2 ** -11, -1],
  [1 + 2 ** -11 + 2 ** -20, 1 + 2 ** -10],
  [1 + 2 ** -11 - 2 ** -20, 1],
  [2 ** -25, 0],
  [3 * 2 ** -25, 2 ** -23],
  [65_519.9, 65_504],
  [65_520, Infinity],
  [-65_520, -Infinity],
  [0, 0],
  [Infinity, Infinity],
])('the half nearest to %p is %p', (value, half) => {
  expect(roundToHalf(value)).toBe(half);
});
