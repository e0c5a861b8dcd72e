/**
 * Finds the boundaries of words as Java's BreakIterator does (JDK 17): between two boundaries
 * stands a word, a number, spaces with the end of the line, or one sign. The rules are derived from
 * Java's answers, as in `sentences.ts`.
 */
import { lazy } from '@skein/base';
import { allBoundaries, DONE } from './boundaries.js';
import { characters, isSurrogate, widthAt } from './characters.js';

/**
 * Kinds of characters, as columns below: letter, digit, sign within a word, quote, full stop,
 * comma, sign before a number, sign behind one, space, end of line, carriage return, kanji,
 * hiragana, katakana, voiced mark, mark of kana, danda, combining mark, soft hyphen, control, any
 * other sign. A format character belongs to the character before it.
 */
const COLUMNS = 'L1_".,$% nrKHTVkdmhc-';
const FORMAT = COLUMNS.length + 1;

const STATES = 'BLNlnDPXSREKJHGITWV';
const NEXT = [
  /*L1_".,$% nrKHTVkdmhc-*/
  'LNXXPXPXSERKHIVWXEEEX', // B: nothing read yet
  'LNlll|||||||||L|DLl||', // L: a word
  'LN|nnn|E||||||N||N|||', // N: a number
  'L||||||||||||||||||||', // l: a sign that stays if a letter follows
  '|N|||||||||||||||||||', // n: a sign that stays if a digit follows
  '|N|||||||||||||||||||', // D: a danda behind a word
  '|N||||||||||||X||X|||', // P: a sign before a number
  '||||||||||||||X||X|||', // X: a sign, and marks on it
  '||||||||SER|||S||S|||', // S: spaces
  '|||||||||E|||||||||||', // R: a carriage return
  '|||||||||||||||||||||', // E: nothing belongs to it any more
  '|||||||||||J||X||X|||', // K: one kanji
  '|||||||||||J|||||||||', // J: several
  '||||||||||||G|HG|X|||', // H: one hiragana
  '||||||||||||G|GG|||||', // G: several
  '|||||||||||||TIT|X|||', // I: one katakana
  '|||||||||||||TTT|||||', // T: several
  '||||||||||||GTWV|X|||', // W: a mark of kana
  '||||||||||||GTVV|||||', // V: a voiced mark of kana, or several
];

const BEGIN = STATES.indexOf('B');
/** In these states it is still open if the sign belongs to the word or number. */
const OPEN_WORD = STATES.indexOf('l');
const OPEN_NUMBER = STATES.indexOf('n');
const ENDS = STATES.length;

/** The next state for each state and kind, `FORMAT + 1` entries in a row. */
const TABLE = Uint8Array.from(NEXT.flatMap((row) => [0, ...Array.from(row, stateOf), 0]));

function stateOf(letter: string): number {
  const state = STATES.indexOf(letter);
  return state < 0 ? ENDS : state;
}

const CHARACTERS = characters(kindOf);

/**
 * Offsets of the beginnings of words and of the pieces between them, and the length of the text.
 */
export function wordBoundaries(text: string): Int32Array {
  return allBoundaries(text, (start) => wordEnd(text, start));
}

/** The last boundary before an offset of the text; DONE if there is none. */
export function wordBefore(text: string, offset: number): number {
  if (offset <= 0) return DONE;
  let at = knownBoundary(text, offset);
  for (let next = at; next < offset; next = wordEnd(text, next)) at = next;
  return at;
}

/** The first boundary behind an offset of the text; DONE if there is none. */
export function wordBehind(text: string, offset: number): number {
  if (offset >= text.length) return DONE;
  let at = knownBoundary(text, offset);
  while (at <= offset) at = wordEnd(text, at);
  return at;
}

/**
 * The pairs of kinds between which stands a boundary whatever the text before them, so that no
 * search has to begin at the start of the text: in each state that the first one leads to, the
 * second one ends the piece.
 */
const CUTS = lazy(() => {
  const kinds = Array.from({ length: FORMAT }, (_, kind) => kind).slice(1);
  const next = (state: number, kind: number) => TABLE[state * (FORMAT + 1) + kind] ?? ENDS;
  return new Set(
    kinds.flatMap((first) => {
      const states = [...STATES].map((_, state) => next(state, first));
      const reached = states.filter((state) => state !== ENDS);
      return kinds
        .filter((second) => reached.every((state) => next(state, second) === ENDS))
        .map((second) => pairOf(first, second));
    }),
  );
});

function pairOf(first: number, second: number): number {
  return first * FORMAT + second;
}

/**
 * The last place before the offset that is a boundary whatever the text before it; 0 if there is
 * none.
 */
function knownBoundary(text: string, offset: number): number {
  const cuts = CUTS();
  for (let at = Math.min(offset, text.length) - 1; at > 0; at--) {
    const second = kindAt(text, at);
    if (second === FORMAT) continue;
    const first = kindAt(text, at - 1);
    if (first !== FORMAT && cuts.has(pairOf(first, second))) return at;
  }
  return 0;
}

/** The kind of the character of one unit; that of a format character for half a pair. */
function kindAt(text: string, offset: number): number {
  return isSurrogate(text.charCodeAt(offset)) ? FORMAT : CHARACTERS.at(text, offset);
}

/**
 * The last space before the offset that ends a word whatever the text before it; 0 if there is
 * none. Unlike other boundaries, it is one in each locale.
 */
export function knownSpace(text: string, offset: number): number {
  for (let at = Math.min(offset, text.length) - 1; at > 0; at--) {
    if (text.charCodeAt(at) === SPACE && isPlain(text.charCodeAt(at - 1))) return at;
  }
  return 0;
}

const SPACE = 0x20;

/** True for an ASCII letter or digit. */
function isPlain(unit: number): boolean {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** The end of the word that begins at `start`. */
export function wordEnd(text: string, start: number): number {
  let state = BEGIN;
  let end = start + widthAt(text, start);
  for (let at = start; at < text.length; ) {
    const kind = CHARACTERS.at(text, at);
    if (kind !== FORMAT) state = TABLE[state * (FORMAT + 1) + kind] ?? ENDS;
    if (state === ENDS) return end;
    at += widthAt(text, at);
    if (state !== OPEN_WORD && state !== OPEN_NUMBER) end = at;
  }
  return end;
}

/** The kinds by their members; the first match counts, and any other character is a sign. */
const MEMBERS: readonly (readonly [kind: string, members: RegExp])[] = [
  ['n', /[\n\f\u2028\u2029]/],
  ['r', /\r/],
  [' ', /[\t\p{Zs}]/u],
  ['h', /\u00ad/],
  ['"', /["']/],
  ['.', /\./],
  [',', /[,\u066b]/],
  ['%', /[\u00a2%&\u066a\u2030\u2031]/],
  ['$', /[#\p{Sc}]/u],
  ['d', /[\u0964\u0965]/],
  ['V', /[\u3099\u309a]/],
  ['k', /[\u309b\u309c\u30fb\u30fc]/],
  ['H', /[\u3041-\u3094\u309d\u309e]/],
  ['T', /[\u30a1-\u30fa\u30fd\u30fe]/],
  ['K', /[\u3005\u4e00-\u9fa5\uf900-\ufa2d]/],
  ['c', /\p{Cc}/u],
  ['m', /[\p{Mn}\p{Me}]/u],
  ['_', /[\p{Pd}\p{Pc}\u2027]/u],
  ['1', /\p{N}/u],
  ['L', /[\p{L}\p{Mc}]/u],
];

function kindOf(character: string): number {
  const kind = MEMBERS.find(([, members]) => members.test(character))?.[0];
  if (kind === undefined && /\p{Cf}/u.test(character)) return FORMAT;
  return 1 + COLUMNS.indexOf(kind ?? '-');
}
