/**
 * Field lengths in one byte: exact below 24, then a 3-bit mantissa and an exponent, so that 2^31 - 1 is code 255. It is the code of
 * Lucene's SmallFloat (`intToByte4`), which scores depend on. The decoder is `search/similarity/field_length.ts`.
 */
const EXACT_CODES = 24;

/** In the place of a length: the document has the field, but no token of it. No document has so many that this is their code. */
export const NO_TOKENS = 255;

export function encodeFieldLength(length: number): number {
  if (length < EXACT_CODES) return length;
  const rest = length - EXACT_CODES;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return EXACT_CODES + rest;
  const shift = bits - 4;
  return EXACT_CODES + (((rest >>> shift) & 7) | ((shift + 1) << 3));
}
