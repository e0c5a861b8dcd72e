/**
 * Field lengths in one byte, in the "byte4" code of Lucene's SmallFloat: 0 … 23 exact, then a float
 * with a 3-bit mantissa. The code is monotonic as an unsigned byte.
 */

/** Lengths below this are their own code: 255 minus the code of the greatest int. */
const EXACT_CODES = 24;

/** The smallest length that has this code. */
export function decodeFieldLength(code: number): number {
  if (code < EXACT_CODES) return code;
  return EXACT_CODES + decodeFloat(code - EXACT_CODES);
}

/** A 3-bit mantissa with an implicit leading bit, shifted; exponent 0 is subnormal. */
function decodeFloat(code: number): number {
  const mantissa = code & 7;
  const shift = (code >>> 3) - 1;
  return shift < 0 ? mantissa : (mantissa | 8) * 2 ** shift;
}
