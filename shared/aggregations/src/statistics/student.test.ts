import { bothTails, incompleteBeta, logGamma } from './student.js';

test.each([
  [1, 0],
  [5, Math.log(24)],
  [0.5, Math.log(Math.sqrt(Math.PI))],
  [100, 359.1342053695754],
])('the logarithm of gamma of %d', (x, expected) => {
  expect(logGamma(x)).toBeCloseTo(expected, 11);
});

test('the incomplete beta function is what closed forms say', () => {
  for (const x of [0, 0.1, 0.3, 0.5, 0.9, 0.999, 1]) {
    expect(incompleteBeta(x, 1, 3)).toBeCloseTo(1 - (1 - x) ** 3, 13);
    expect(incompleteBeta(x, 2, 1)).toBeCloseTo(x * x, 13);
    expect(incompleteBeta(x, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(x)), 12);
  }
});

/**
 * The t-distribution is Cauchy's distribution with one degree of freedom, has a closed form with
 * two, and is nearly the normal distribution with many.
 */
test('both tails of the t-distribution', () => {
  for (const t of [0, 0.3, 1, 5, 40]) {
    expect(bothTails(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
    expect(bothTails(-t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12);
  }
  expect(bothTails(1.959963984540054, 1e7)).toBeCloseTo(0.05, 6);
  expect(bothTails(Number.POSITIVE_INFINITY, 3)).toBe(0);
  expect(bothTails(Number.NaN, 3)).toBeNaN();
});
