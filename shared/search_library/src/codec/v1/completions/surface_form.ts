/**
 * What the user sees of an input, stored beside its key. Most inputs are their key with spaces between the words, and capitals: of those only which
 * words begin with one is stored.
 */
import { utf8Decode } from '@skein/bytes';
import type { GrowableBytes } from '../../growable.js';

/** Between the words of a key. */
export const WORD_SEPARATOR = 0x1f;
const SPACE = 0x20;
/** Words whose capitals are told: a bit each, and one bit that says so. */
const MAX_WORDS = 30;

function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/** A bit for each word that begins with a capital; -1: the input is more than its key. */
function capitalsOf(key: Uint8Array, keyStart: number, surface: Uint8Array): number {
  const { length } = surface;
  if (key.length - keyStart !== length) return -1;
  let capitals = 0;
  let word = 0;
  let begins = true;
  for (let i = 0; i < length; i++) {
    const [of, shown] = [key[keyStart + i], surface[i]];
    if (of === WORD_SEPARATOR) {
      if (shown !== SPACE || ++word === MAX_WORDS) return -1;
    } else if (of !== shown) {
      if (!begins || !isLower(of) || shown !== of - SPACE) return -1;
      capitals += 2 ** word;
    }
    begins = of === WORD_SEPARATOR;
  }
  return capitals;
}

/** `keyStart`: where the words of the key begin, behind its context. */
export function writeSurface(
  out: GrowableBytes,
  surface: Uint8Array,
  { key, keyStart }: { readonly key: Uint8Array; readonly keyStart: number },
): void {
  const capitals = capitalsOf(key, keyStart, surface);
  if (capitals >= 0) {
    out.varint(capitals * 2 + 1);
    return;
  }
  out.varint(surface.length * 2);
  out.append(surface);
}

/** `encoded`: as `writeSurface` wrote it. */
export function readSurface(encoded: Uint8Array, words: Uint8Array): string {
  let header = 0;
  let at = 0;
  for (let shift = 1; at < encoded.length; shift *= 128) {
    const byte = encoded[at++];
    header += (byte & 0x7f) * shift;
    if (byte < 0x80) break;
  }
  if (header % 2 === 0) return utf8Decode(encoded.subarray(at));
  let capitals = Math.floor(header / 2);
  const text = words.slice();
  let begins = true;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === WORD_SEPARATOR) {
      text[i] = SPACE;
      capitals = Math.floor(capitals / 2);
      begins = true;
    } else {
      if (begins && capitals % 2 === 1) text[i] -= SPACE;
      begins = false;
    }
  }
  return utf8Decode(text);
}
