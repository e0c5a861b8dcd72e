/**
 * The visible form of an input, stored beside its key. Most inputs equal their key with spaces
 * between the words and some capitals; for these, only the words that begin with a capital are
 * stored. For the others, the edits that turn the key into the input are stored, or the input
 * itself if it is shorter.
 */
import { utf8Decode } from '@skein/bytes';
import type { GrowableBytes } from '../../growable.js';
import { editedText, editScript, UPPER, WORD_SEPARATOR } from './surface_script.js';

export { WORD_SEPARATOR };

const SPACE = 0x20;
/** The most words whose capitals are stored, with a bit each beside the kind. */
const MAX_WORDS = 29;

/** The kind is the lowest two bits of a form's header; above are a length or bits of words. */
const KIND = { bytes: 0, capitals: 1, script: 2 } as const;
const KINDS = 4;
/** The form is the same as that of the previous entry. */
export const SHOWN_AS_BEFORE = 0;

function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/**
 * A bit for each word that begins with a capital; -1: the input differs from its key in more than
 * that.
 */
function capitalsOf(words: Uint8Array, surface: Uint8Array): number {
  if (words.length !== surface.length) return -1;
  let capitals = 0;
  let word = 0;
  let begins = true;
  for (let i = 0; i < surface.length; i++) {
    const [of, shown] = [words[i], surface[i]];
    if (of === WORD_SEPARATOR) {
      if (shown !== SPACE || ++word === MAX_WORDS) return -1;
    } else if (of !== shown) {
      if (!begins || !isLower(of) || shown !== of - UPPER) return -1;
      capitals += 2 ** word;
    }
    begins = of === WORD_SEPARATOR;
  }
  return capitals;
}

/** Writes a form; `words` is the key after its context. */
export function writeSurface(out: GrowableBytes, surface: Uint8Array, words: Uint8Array): void {
  const capitals = capitalsOf(words, surface);
  if (capitals >= 0) {
    out.varint(capitals * KINDS + KIND.capitals);
    return;
  }
  const script = editScript(words, surface);
  const [kind, bytes] =
    script.length < surface.length ? [KIND.script, script] : [KIND.bytes, surface];
  out.varint(bytes.length * KINDS + kind);
  out.append(bytes);
}

export function writeSameSurface(out: GrowableBytes): void {
  out.varint(SHOWN_AS_BEFORE);
}

/** Number of bytes after a form's header. */
export function surfaceLength(header: number): number {
  return header % KINDS === KIND.capitals ? 0 : Math.floor(header / KINDS);
}

/** Reads a form; `encoded` is the output of `writeSurface`. */
export function readSurface(encoded: Uint8Array, words: Uint8Array): string {
  let header = 0;
  let at = 0;
  for (let shift = 1; at < encoded.length; shift *= 128) {
    const byte = encoded[at++];
    header += (byte & 0x7f) * shift;
    if (byte < 0x80) break;
  }
  const rest = encoded.subarray(at);
  const kind = header % KINDS;
  if (kind === KIND.bytes) return utf8Decode(rest);
  if (kind === KIND.script) return utf8Decode(editedText(words, rest));
  return utf8Decode(withCapitals(words, Math.floor(header / KINDS)));
}

function withCapitals(words: Uint8Array, bits: number): Uint8Array {
  let capitals = bits;
  const text = words.slice();
  let begins = true;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === WORD_SEPARATOR) {
      text[i] = SPACE;
      capitals = Math.floor(capitals / 2);
      begins = true;
    } else {
      if (begins && capitals % 2 === 1) text[i] -= UPPER;
      begins = false;
    }
  }
  return text;
}
