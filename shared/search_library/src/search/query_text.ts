/** Prints terms and boosts of queries. */
import { utf8Decode } from '@skein/bytes';

/** The term as text; bytes that are not UTF-8 as `[1f ff]`, like Lucene. */
export function termText(term: Uint8Array): string {
  const text = utf8Decode(term);
  return text.includes('\ufffd') ? bytesText(term) : text;
}

/** The bytes in hexadecimal digits: `[1f 0]`. */
export function bytesText(bytes: Uint8Array): string {
  return `[${Array.from(bytes, (byte) => byte.toString(16)).join(' ')}]`;
}

/**
 * A float as Java prints it (`2.0`, `0.5`), with only the digits that distinguish it from its
 * neighbours.
 */
export function boostText(boost: number): string {
  if (Number.isInteger(boost)) return boost.toFixed(1);
  const float = Math.fround(boost);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return String(short);
  }
  return String(Number(float.toPrecision(9)));
}
