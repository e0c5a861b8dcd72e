/** Student's t-distribution (1908), computed from the regularized incomplete beta function. */

/** The coefficients of Lanczos (1964) for g = 7, nine terms: about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
] as const;

/** The natural logarithm of the gamma function of a positive number. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const [first, ...rest] = LANCZOS;
  let sum: number = first;
  rest.forEach((coefficient, i) => {
    sum += coefficient / (z + i + 1);
  });
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** A limit on the terms of the continued fraction, far above what it needs if it converges. */
const MAX_TERMS = 10_000;
const TINY = 1e-300;

/**
 * The continued fraction of the incomplete beta function, by Lentz's method (1976) as Thompson and
 * Barnett (1986) changed it.
 */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / apartFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / apartFromZero(1 + term * d);
      c = apartFromZero(1 + term / c);
      change = c * d;
      fraction *= change;
    }
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return fraction;
}

function apartFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/**
 * The regularized incomplete beta function, which is 0 at 0 and 1 at 1. `a` and `b` are positive.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(x > 0)) return x === 0 ? 0 : Number.NaN;
  if (x >= 1) return 1;
  // The fraction converges fast only below the mean, so beyond it the symmetry is used.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const logFactor =
    a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return (Math.exp(logFactor) / a) * betaFraction(x, a, b);
}

/** The probability of a value at least as far from zero as `t`, on either side. */
export function bothTails(t: number, freedom: number): number {
  if (Number.isNaN(t)) return Number.NaN;
  if (!Number.isFinite(t)) return 0;
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}
