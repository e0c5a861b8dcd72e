/**
 * An edit script that turns the words of a key into a text. It has runs of bytes that are copied
 * (as they are, with a capital first letter, or all in capitals), inserted or deleted. A separator
 * of words is copied as a space.
 */
import { GrowableBytes } from '../../growable.js';

/** Separates the words of a key. */
export const WORD_SEPARATOR = 0x1f;
/** The difference between a lower-case ASCII letter and its capital. */
export const UPPER = 0x20;
const SPACE = 0x20;

/**
 * A step is one byte: its operation plus the length of the run less 1. The bytes that `PUT` inserts
 * follow it. `LEAVE` deletes.
 */
const COPY = 0x00;
const CAPITAL = 0x40;
const CAPITALS = 0x80;
const PUT = 0xa0;
const LEAVE = 0xe0;
/** The longest run of one step, in bytes, by operation. */
const MOST = { [COPY]: 64, [CAPITAL]: 64, [CAPITALS]: 32, [PUT]: 64, [LEAVE]: 32 } as const;
type Step = keyof typeof MOST;

function shown(byte: number): number {
  return byte === WORD_SEPARATOR ? SPACE : byte;
}

function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

function isCapitalOf(letter: number, other: number): boolean {
  return isLower(letter) && other === letter - UPPER;
}

export function editScript(words: Uint8Array, text: Uint8Array): Uint8Array {
  const out = new GrowableBytes();
  let i = 0;
  let j = 0;
  while (j < text.length) {
    const run = runAt(words, text, i, j);
    if (run.length > 0) {
      step(out, run.step, run.length);
      i += run.length;
      j += run.length;
      continue;
    }
    const { left, put } = nextMatch(words, text, { i, j });
    if (left > 0) step(out, LEAVE, left);
    for (let at = j; at < j + put; at += MOST[PUT]) {
      const end = Math.min(at + MOST[PUT], j + put);
      step(out, PUT, end - at);
      out.append(text.subarray(at, end));
    }
    i += left;
    j += put;
  }
  return out.view().slice();
}

function step(out: GrowableBytes, what: Step, length: number): void {
  for (let left = length; left > 0; left -= MOST[what]) {
    out.reserve(1);
    out.array[out.length++] = what + Math.min(left, MOST[what]) - 1;
  }
}

/** The longest run that one step copies. A capital may follow a space. */
function runAt(
  words: Uint8Array,
  text: Uint8Array,
  i: number,
  j: number,
): { readonly step: Step; readonly length: number } {
  const most = Math.min(words.length - i, text.length - j, MOST[COPY]);
  let copied = 0;
  while (copied < most && shown(words[i + copied]) === text[j + copied]) copied++;
  const first = words[i] === WORD_SEPARATOR ? 1 : 0;
  let capital = 0;
  if (copied >= first && first < most && isCapitalOf(words[i + first], text[j + first])) {
    capital = first + 1;
    while (capital < most && shown(words[i + capital]) === text[j + capital]) capital++;
  }
  let capitals = 0;
  while (
    capitals < Math.min(most, MOST[CAPITALS]) &&
    isCapitalOf(words[i + capitals], text[j + capitals])
  ) {
    capitals++;
  }
  if (copied >= capital && copied >= capitals) return { step: COPY, length: copied };
  return capital >= capitals
    ? { step: CAPITAL, length: capital }
    : { step: CAPITALS, length: capitals };
}

/** Limits of a search for the next match: bytes deleted from the words, inserted from the text. */
const MOST_LEFT = 3;
const MOST_PUT = 12;

/**
 * The smallest deletion and insertion after which words and text match again; the whole rest of the
 * text if there is none within the limits.
 */
function nextMatch(
  words: Uint8Array,
  text: Uint8Array,
  { i, j }: { readonly i: number; readonly j: number },
): { readonly left: number; readonly put: number } {
  for (let total = 1; total <= MOST_LEFT + MOST_PUT; total++) {
    for (let left = 0; left <= Math.min(total, MOST_LEFT); left++) {
      const put = total - left;
      if (put > MOST_PUT || j + put >= text.length || i + left >= words.length) continue;
      if (runAt(words, text, i + left, j + put).length > 0) return { left, put };
    }
  }
  return { left: 0, put: text.length - j };
}

/** Applies a script that `editScript` made. */
export function editedText(words: Uint8Array, script: Uint8Array): Uint8Array {
  const out = new GrowableBytes();
  let i = 0;
  for (let at = 0; at < script.length; at++) {
    const byte = script[at];
    if (byte >= LEAVE) i += byte - LEAVE + 1;
    else if (byte >= PUT) {
      const length = byte - PUT + 1;
      out.appendRange(script, at + 1, Math.min(at + 1 + length, script.length));
      at += length;
    } else i += copy(out, words.subarray(i), byte);
  }
  return out.view();
}

/** Copies the run of one step; returns the number of bytes that it takes from the words. */
function copy(out: GrowableBytes, words: Uint8Array, byte: number): number {
  const isCapitals = byte >= CAPITALS;
  const length = (isCapitals ? byte - CAPITALS : byte & 0x3f) + 1;
  let capitals = isCapitals ? length : byte >= CAPITAL ? 1 : 0;
  const taken = Math.min(length, words.length);
  out.reserve(taken);
  for (let i = 0; i < taken; i++) {
    const isCapital = capitals > 0 && isLower(words[i]);
    out.array[out.length++] = isCapital ? words[i] - UPPER : shown(words[i]);
    if (isCapital) capitals--;
  }
  return taken;
}
