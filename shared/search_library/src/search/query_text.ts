/** How queries print terms and boosts. */
import { utf8Decode } from '@skein/bytes';

/** The term as text; bytes that are not UTF-8 as `[1f ff]`, as Lucene prints them. */
export function termText(term: Uint8Array): string {
  const text = utf8Decode(term);
  if (!text.includes('\ufffd')) return text;
  return `[${Array.from(term, (byte) => byte.toString(16)).join(' ')}]`;
}

/** `2.0`, `0.5`: as Java prints a float. */
export function boostText(boost: number): string {
  return Number.isInteger(boost) ? boost.toFixed(1) : String(boost);
}
