/**
 * Converts a floating-point number to the integer that sorts like it, as Lucene's `NumericUtils`
 * does. Lucene's queries on columns print these integers.
 */
const scratch = new DataView(new ArrayBuffer(8));

export function sortableFloat(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getInt32(0);
  return bits ^ ((bits >> 31) & 0x7fff_ffff);
}

export function sortableDouble(value: number): bigint {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigInt64(0);
  return BigInt.asIntN(64, bits ^ ((bits >> 63n) & 0x7fff_ffff_ffff_ffffn));
}

const HALF_BIAS = 15;
const HALF_LEAST_EXPONENT = -14;

/** The same for a half float (16 bits); the value must be one that a half float can represent. */
export function sortableHalf(value: number): number {
  const size = halfBits(Math.abs(value));
  return value < 0 || Object.is(value, -0) ? -size - 1 : size;
}

function halfBits(size: number): number {
  if (size === Number.POSITIVE_INFINITY) return 0x7c00;
  const exponent = Math.floor(Math.log2(size));
  if (size === 0 || exponent < HALF_LEAST_EXPONENT) return size * 2 ** 24;
  return ((exponent + HALF_BIAS) << 10) | ((size / 2 ** exponent - 1) * 1024);
}
