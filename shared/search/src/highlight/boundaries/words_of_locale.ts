/**
 * The rules of words by the locale of a boundary scanner. As in Java, only Thai has rules of its
 * own.
 */
import { thaiBoundaries } from '@skein/analysis';
import { DONE } from './boundaries.js';
import { knownSpace, wordBefore, wordBehind, wordBoundaries } from './words.js';

export interface Words {
  /** The last boundary before an offset of the text; DONE if there is none. */
  before(text: string, offset: number): number;
  /** The first boundary behind an offset of the text; DONE if there is none. */
  behind(text: string, offset: number): number;
  /** All boundaries; 0 and the text's length are among them. */
  boundaries(text: string): Int32Array;
}

const USUAL: Words = { before: wordBefore, behind: wordBehind, boundaries: wordBoundaries };

const THAI: Words = {
  before(text, offset) {
    if (offset <= 0) return DONE;
    let at = knownSpace(text, offset);
    for (const next of thaiBoundaries(text, at)) {
      if (next >= offset) break;
      at = next;
    }
    return at;
  },
  behind(text, offset) {
    if (offset >= text.length) return DONE;
    for (const next of thaiBoundaries(text, knownSpace(text, offset))) {
      if (next > offset) return next;
    }
    return DONE;
  },
  boundaries: (text) => Int32Array.from([0, ...thaiBoundaries(text)]),
};

/** The locale is a BCP 47 language tag. */
export function wordsOfLocale(locale = ''): Words {
  return /^th(?:-|$)/i.test(locale) ? THAI : USUAL;
}
