/**
 * Field lengths in one byte: exact below 24, then a 3-bit mantissa and an exponent, so that 2^31 -
 * 1 is code 255. The code is that of Lucene's SmallFloat (`intToByte4`), on which scores depend.
 * The decoder is `search/similarity/field_length.ts`.
 */
const EXACT_CODES = 24;

/**
 * Stands for a document that has the field but no tokens in it. No document is long enough for this
 * code.
 */
export const NO_TOKENS = 255;

export function encodeFieldLength(length: number): number {
  if (length < EXACT_CODES) return length;
  const rest = length - EXACT_CODES;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return EXACT_CODES + rest;
  const shift = bits - 4;
  return EXACT_CODES + (((rest >>> shift) & 7) | ((shift + 1) << 3));
}
