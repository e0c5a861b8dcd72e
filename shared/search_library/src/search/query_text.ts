/** Prints terms of queries. */
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
