/**
 * Terms as UTF-8. Keyword values repeat from document to document (codes, names, tags), so each field remembers the short ones it
 * has met: a look-up is cheaper than encoding, and makes no garbage. The bytes are shared; nobody may change them.
 */
import { utf8 } from '@skein/bytes';

/** Longer terms seldom repeat. */
const MAX_LENGTH = 24;
/** Forgotten all at once when full: cheaper than keeping an order. */
const MAX_TERMS = 4096;

export function termEncoder(): (text: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (text) => {
    if (text.length > MAX_LENGTH) return utf8(text);
    const found = known.get(text);
    if (found) return found;
    if (known.size >= MAX_TERMS) known.clear();
    const bytes = utf8(text);
    known.set(text, bytes);
    return bytes;
  };
}
