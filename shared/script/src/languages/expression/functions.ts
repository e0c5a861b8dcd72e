/** The functions of expressions, which map doubles to a double, and the operators on bits. */

const EARTH_RADIUS_KM = 6371.0087714;
const RADIANS = Math.PI / 180;

/** The distance on the sphere in kilometers. */
function haversin(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const x1 = lat1 * RADIANS;
  const x2 = lat2 * RADIANS;
  const h =
    1 - Math.cos(x1 - x2) + Math.cos(x1) * Math.cos(x2) * (1 - Math.cos((lon1 - lon2) * RADIANS));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h * 0.5)));
}

export const FUNCTIONS = {
  abs: (x: number) => Math.abs(x),
  acos: (x: number) => Math.acos(x),
  acosh: (x: number) => Math.acosh(x),
  asin: (x: number) => Math.asin(x),
  asinh: (x: number) => Math.asinh(x),
  atan: (x: number) => Math.atan(x),
  atan2: (y: number, x: number) => Math.atan2(y, x),
  atanh: (x: number) => Math.atanh(x),
  ceil: (x: number) => Math.ceil(x),
  cos: (x: number) => Math.cos(x),
  cosh: (x: number) => Math.cosh(x),
  exp: (x: number) => Math.exp(x),
  floor: (x: number) => Math.floor(x),
  haversin,
  ln: (x: number) => Math.log(x),
  log10: (x: number) => Math.log10(x),
  logn: (base: number, x: number) => Math.log(x) / Math.log(base),
  max: (a: number, b: number) => Math.max(a, b),
  min: (a: number, b: number) => Math.min(a, b),
  pow: (x: number, power: number) => x ** power,
  sin: (x: number) => Math.sin(x),
  sinh: (x: number) => Math.sinh(x),
  sqrt: (x: number) => Math.sqrt(x),
  tan: (x: number) => Math.tan(x),
  tanh: (x: number) => Math.tanh(x),
} as const;

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);
const INT_MAX = 2 ** 31 - 1;
const INT_MIN = -(2 ** 31);

const wrapped = (x: bigint): bigint => BigInt.asIntN(64, x);
/** Java uses the lowest 6 bits of a distance. */
const distance = (x: number): bigint => BigInt(x & 63);

/** Operators on longs, which are bigints of 64 bits; the distance of a shift is an int. */
export const BIT_OPERATORS = {
  and: (a: bigint, b: bigint) => a & b,
  or: (a: bigint, b: bigint) => a | b,
  xor: (a: bigint, b: bigint) => a ^ b,
  not: (a: bigint) => ~a,
  shl: (a: bigint, by: number) => wrapped(a << distance(by)),
  shr: (a: bigint, by: number) => a >> distance(by),
  ushr: (a: bigint, by: number) => wrapped(BigInt.asUintN(64, a) >> distance(by)),
} as const;

/** Java's casts: a double out of range becomes the nearest integer, NaN becomes 0. */
export const CASTS = {
  long(x: number): bigint {
    if (Number.isNaN(x)) return 0n;
    if (x >= 2 ** 63) return LONG_MAX;
    return x <= -(2 ** 63) ? LONG_MIN : BigInt(Math.trunc(x));
  },
  int: (x: number): number => Math.min(INT_MAX, Math.max(INT_MIN, x)) | 0,
  /** The lowest 32 bits of a long. */
  low: (x: bigint): number => Number(BigInt.asIntN(32, x)),
} as const;
