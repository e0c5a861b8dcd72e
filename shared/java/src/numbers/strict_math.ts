/**
 * Functions of `StrictMath` for which the platform's results differ in the last digit. Java uses
 * fdlibm (K. C. Ng, W. Kahan, "Freely Distributable LIBM"); the platform's exponential differs for
 * a single argument.
 */

const scratch = new DataView(new ArrayBuffer(8));
const SIGN = 1n << 63n;

/** The next greater or smaller number: one step of the bits. */
export function neighbour(value: number, up: boolean): number {
  if (Number.isNaN(value) || value === (up ? Infinity : -Infinity)) return value;
  if (value === 0) return up ? 5e-324 : -5e-324;
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const outwards = value > 0 === up;
  scratch.setBigUint64(0, outwards ? bits + 1n : bits - 1n);
  const next = scratch.getFloat64(0);
  return bits === (SIGN | 1n) && up ? -0 : next;
}

/** The number with the lower half of its bits cleared. */
function high(value: number): number {
  scratch.setFloat64(0, value);
  scratch.setInt32(4, 0);
  return scratch.getFloat64(0);
}

/** The result of fdlibm for 1: one step above the constant e, which V8 gives there instead. */
const EXP_OF_ONE = neighbour(Math.E, true);

/** The exponential. */
export const strictExp = (value: number): number => (value === 1 ? EXP_OF_ONE : Math.exp(value));

/**
 * Splits numbers into halves, so that the squares are exact (W. Kahan), and scales them if the
 * squares would overflow.
 */
export function hypotenuse(a: number, b: number): number {
  const x = Math.max(Math.abs(a), Math.abs(b));
  const y = Math.min(Math.abs(a), Math.abs(b));
  if (Math.abs(a) === Infinity || Math.abs(b) === Infinity) return Infinity;
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (y === 0 || x / y > 2 ** 60) return x + y;
  if (x > 2 ** 500) return splitRoot(x * 2 ** -600, y * 2 ** -600) * 2 ** 600;
  if (y < 2 ** -500) return splitRoot(x * 2 ** 600, y * 2 ** 600) * 2 ** -600;
  return splitRoot(x, y);
}

function splitRoot(x: number, y: number): number {
  const w = x - y;
  if (w > y) {
    const x1 = high(x);
    const x2 = x - x1;
    return Math.sqrt(x1 * x1 - (y * -y - x2 * (x + x1)));
  }
  const double = x + x;
  const y1 = high(y);
  const y2 = y - y1;
  const t1 = high(double);
  const t2 = double - t1;
  return Math.sqrt(t1 * y1 - (w * -w - (t1 * y2 + t2 * y)));
}

/**
 * Starts with a third of the exponent, then applies a rational step to 23 bits and one Newton step.
 */
export function cubeRoot(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const size = Math.abs(value);
  let root = firstGuess(size);
  const s = 19 / 35 + ((root * root) / size) * root;
  root *= 5 / 14 + 45 / 28 / (s + 99 / 70 + -864 / 1225 / s);
  scratch.setFloat64(0, root);
  scratch.setInt32(4, 0);
  scratch.setInt32(0, scratch.getInt32(0) + 1);
  root = scratch.getFloat64(0);
  const quotient = size / (root * root);
  root += root * ((quotient - root) / (root + root + quotient));
  return value < 0 ? -root : root;
}

function firstGuess(size: number): number {
  const isSmall = size < 2.2250738585072014e-308;
  scratch.setFloat64(0, isSmall ? size * 2 ** 54 : size);
  const upper = Math.floor(scratch.getUint32(0) / 3) + (isSmall ? 696_219_795 : 715_094_163);
  scratch.setUint32(0, upper);
  scratch.setUint32(4, 0);
  return scratch.getFloat64(0);
}

export const hyperbolicCosine = (value: number): number =>
  Math.abs(value) === 1 ? 0.5 * strictExp(1) + 0.5 / strictExp(1) : Math.cosh(value);
