import fc from 'fast-check';
import { distance, pValue } from './kolmogorov_smirnov.js';

/** The share of the merge orders of two samples that come `steps` apart, by enumeration. */
function shareApart(steps: number, size: number): number {
  const memo = new Map<string, number>();
  const ways = (i: number, j: number, isApart: boolean): number => {
    const now = isApart || Math.abs(i - j) >= steps;
    if (i === size && j === size) return now ? 1 : 0;
    const key = `${i},${j},${now}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const on = (i < size ? ways(i + 1, j, now) : 0) + (j < size ? ways(i, j + 1, now) : 0);
    memo.set(key, on);
    return on;
  };
  return ways(0, 0, false) / ways(0, 0, true);
}

test('the two-sided value is the share of ways that come so far apart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat({ max: 20 }), (size, wanted) => {
      const steps = Math.min(wanted, size);
      expect(pValue(steps / size, size, 'two_sided')).toBeCloseTo(shareApart(steps, size), 10);
    }),
  );
});

/** Compares the shares at every value. With distinct values, the first step has no influence. */
test('the distance is the greatest difference of the shares passed', () => {
  const distinct = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(distinct, (values) => {
      const half = Math.floor(values.length / 2);
      const [a, b] = [values.slice(0, half), values.slice(half, 2 * half)].map((some) =>
        some.sort((x, y) => x - y),
      ) as [number[], number[]];
      const share = (of: readonly number[], at: number) =>
        of.filter((value) => value <= at).length / half;
      const ahead = [...a, ...b].map((at) => share(a, at) - share(b, at));
      expect(distance(a, b, 'greater')).toBeCloseTo(Math.max(0, ...ahead), 12);
      expect(distance(a, b, 'less')).toBeCloseTo(Math.max(0, ...ahead.map((x) => -x)), 12);
      expect(distance(a, b, 'two_sided')).toBeCloseTo(Math.max(...ahead.map(Math.abs)), 12);
    }),
  );
});

test('one-sided values fall from 1 with the distance', () => {
  expect(pValue(0, 55, 'less')).toBe(1);
  expect(pValue(0.5, 10, 'greater')).toBeCloseTo(Math.exp(-3), 12);
});
