/**
 * Quantiles and ranks by the bins of HdrHistogram. With three digits and the least value 1,024,
 * bins are 1 wide below 2,048, 2 below 4,096, 4 below 8,192, and so on.
 */
import { NumberRows } from '../values/number_rows.js';
import type { Digest } from './digest.js';
import { checkDigits, hdrQuantile, hdrRank, refuseNegative } from './hdr.js';

const digestOf = (means: readonly number[], weights = means.map(() => 1)): Digest => ({
  means: Float64Array.from(means),
  weights: Float64Array.from(weights),
  mixed: new Uint8Array(means.length),
});

test.each([
  [1024, 1024],
  [2047, 2047],
  [2048, 2049],
  [4095, 4095],
  [4096, 4099],
  [5001, 5003],
  [8191, 8191],
  [8193, 8199],
  [70_000, 70_015],
])('%d is shown as %d, the greatest value of its bin', (value, shown) => {
  const digest = digestOf([1024, value]);
  expect(hdrQuantile(digest, 1, 3)).toBe(shown);
  expect(hdrRank(digest, shown, 3)).toBe(100);
  expect(hdrRank(digest, value, 3)).toBe(100);
  if (value > 1024) expect(hdrRank(digest, shown - 64, 3)).toBe(50);
});

test('the bins are narrower with more digits, and of the least positive value', () => {
  expect(hdrQuantile(digestOf([1, 1000]), 1, 1)).toBe(1023.9375);
  expect(hdrQuantile(digestOf([1, 1000]), 1, 2)).toBe(1003.9921875);
  expect(hdrQuantile(digestOf([0, 1, 1000]), 1, 2)).toBe(1003.9921875);
  expect(hdrQuantile(digestOf([1000]), 1, 1)).toBe(992);
  expect(hdrQuantile(digestOf([0]), 1, 3)).toBe(0);
});

test('a quantile is of the value that as many are not above', () => {
  const digest = digestOf([0, 1024, 5001, 70_000], [1, 4, 4, 1]);
  const shares = [0, 0.05, 0.1, 0.11, 0.5, 0.51, 0.9, 0.91, 1];
  expect(shares.map((share) => hdrQuantile(digest, share, 3))).toEqual([
    0, 0, 0, 1024, 1024, 5003, 5003, 70_015, 70_015,
  ]);
  expect([-1, 0, 1023, 1024, 4999, 5003, 70_000].map((n) => hdrRank(digest, n, 3))).toEqual([
    0, 10, 10, 50, 50, 90, 100,
  ]);
  expect(hdrQuantile(digestOf([5001, 70_000]), 0, 3)).toBe(5000);
});

test('of nothing there are none', () => {
  expect(hdrQuantile(digestOf([]), 0.5, 3)).toBeNaN();
  expect(hdrRank(digestOf([]), 1, 3)).toBeNaN();
});

test('digits from 0 to 5, and no negative values', () => {
  expect([0, 5].map(checkDigits)).toEqual([0, 5]);
  for (const digits of [-1, 6]) {
    expect(() => checkDigits(digits)).toThrow('must be between 0 and 5');
  }
  const rows = new NumberRows();
  rows.takeAll(2).set([0, 1, -0.5]);
  expect(() => refuseNegative(rows)).not.toThrow();
  rows.takeAll(3);
  expect(() => refuseNegative(rows)).toThrow('The value -0.5 is out of bounds');
});
