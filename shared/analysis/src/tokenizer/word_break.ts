/**
 * Word_Break classes of UAX #29 as Lucene's StandardTokenizer groups them. They are derived from
 * the properties that the runtime's regular expressions know: one page of 256 code points at a
 * time, when a text first uses the page.
 */
import { isPictograph } from './pictographs.js';

export const WORD_BREAK = {
  other: 0,
  letter: 1,
  hangul: 2,
  hebrew: 3,
  numeric: 4,
  katakana: 5,
  extendNumLet: 6,
  midLetter: 7,
  midNum: 8,
  midNumLet: 9,
  singleQuote: 10,
  doubleQuote: 11,
  /** Extend, Format and ZWJ, which belong to the character before them. */
  extend: 12,
  ideographic: 13,
  hiragana: 14,
  southEastAsian: 15,
  emoji: 16,
  regionalIndicator: 17,
  /** A picture that is a letter as well, such as `ℹ`. */
  emojiLetter: 18,
} as const;

type WordBreak = (typeof WORD_BREAK)[keyof typeof WORD_BREAK];

const PAGES: (Uint8Array | undefined)[] = new Array(0x1100);

export function wordBreakOf(codePoint: number): number {
  const page = PAGES[codePoint >> 8] ?? loadPage(codePoint >> 8);
  return page[codePoint & 0xff];
}

function loadPage(page: number): Uint8Array {
  const classes = new Uint8Array(256);
  for (let i = 0; i < 256; i++) classes[i] = classify((page << 8) + i);
  PAGES[page] = classes;
  return classes;
}

const MID_LETTER = new Set([0x3a, 0xb7, 0x387, 0x55f, 0x5f4, 0x2027, 0xfe13, 0xfe55, 0xff1a]);
const MID_NUM_LET = new Set([0x2e, 0x2018, 0x2019, 0x2024, 0xfe52, 0xff07, 0xff0e]);
const MID_NUM = new Set([
  0x2c, 0x3b, 0x37e, 0x589, 0x60c, 0x60d, 0x66c, 0x7f8, 0x2044, 0xfe10, 0xfe14, 0xfe50, 0xfe54,
  0xff0c, 0xff1b,
]);
const ZERO_WIDTH_SPACE = 0x200b;

const EXTEND = /^[\p{Grapheme_Extend}\p{Mc}\p{Cf}\p{Emoji_Modifier}]$/u;
const SOUTH_EAST_ASIAN =
  /^(?:(?=[\p{L}\p{M}\p{Nl}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Tai_Viet}\p{Script=Ahom}]|[\u109e\u109f\u19de\u19df\u1aa0-\u1aa6\u1aa8-\u1aad\uaa77-\uaa79\uaade\uaadf\u{1173a}\u{1173b}\u{1173f}])$/u;
const KATAKANA = /^[\p{Script=Katakana}\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]$/u;
const LETTER =
  /^[\p{Alphabetic}\u02c2-\u02c5\u02d2-\u02d7\u02de\u02df\u02ed\u02ef-\u02ff\u055b\u055c\u055e\u05f3\ua708-\ua716\ua720\ua721\ua789\ua78a\uab5b]$/u;

/** The first property that a character has gives its class, so the order resolves overlaps. */
const CLASSES: readonly (readonly [RegExp, WordBreak])[] = [
  [/^\p{Regional_Indicator}$/u, WORD_BREAK.regionalIndicator],
  [SOUTH_EAST_ASIAN, WORD_BREAK.southEastAsian],
  [EXTEND, WORD_BREAK.extend],
  [/^[\p{Nd}\u066b]$/u, WORD_BREAK.numeric],
  [/^[\p{Pc}\u202f]$/u, WORD_BREAK.extendNumLet],
  [KATAKANA, WORD_BREAK.katakana],
  [/^\p{Script=Hiragana}$/u, WORD_BREAK.hiragana],
  [/^(?=\p{Script=Hebrew})\p{Lo}$/u, WORD_BREAK.hebrew],
  [/^(?=\p{Script=Hangul})\p{Alphabetic}$/u, WORD_BREAK.hangul],
  [/^[\u3005\u303b]$/u, WORD_BREAK.letter],
  // The closing mark is ideographic, so no letter, but not Han, whose characters are words.
  [/^\u3006$/u, WORD_BREAK.other],
  [/^[\p{Script=Han}\p{Ideographic}]$/u, WORD_BREAK.ideographic],
  [LETTER, WORD_BREAK.letter],
];

function classify(codePoint: number): WordBreak {
  if (codePoint === 0x27) return WORD_BREAK.singleQuote;
  if (codePoint === 0x22) return WORD_BREAK.doubleQuote;
  if (codePoint === ZERO_WIDTH_SPACE) return WORD_BREAK.other;
  if (MID_LETTER.has(codePoint)) return WORD_BREAK.midLetter;
  if (MID_NUM_LET.has(codePoint)) return WORD_BREAK.midNumLet;
  if (MID_NUM.has(codePoint)) return WORD_BREAK.midNum;
  const character = String.fromCodePoint(codePoint);
  if (isPictograph(codePoint)) {
    return LETTER.test(character) ? WORD_BREAK.emojiLetter : WORD_BREAK.emoji;
  }
  for (const [property, wordBreak] of CLASSES) {
    if (property.test(character)) return wordBreak;
  }
  return WORD_BREAK.other;
}

const MARK = /\p{M}/u;

/** Marks stay with the character before them, also those of scripts without spaces. */
export function extendsWord(codePoint: number, kind: number): boolean {
  if (kind === WORD_BREAK.southEastAsian) return MARK.test(String.fromCodePoint(codePoint));
  return kind === WORD_BREAK.extend;
}
