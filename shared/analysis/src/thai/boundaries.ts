/**
 * The boundaries of words by the rules of Java's `BreakIterator` for Thai. Runs of Thai, which has
 * no spaces between words, are cut by a dictionary; other scripts have almost the usual rules.
 */
import { lazy } from '@skein/base';
import { thaiWordEnds } from './cut.js';

const THAI = '\\u0e01-\\u0e2e\\u0e30-\\u0e3a\\u0e40-\\u0e44\\u0e47-\\u0e4e';
const KANJI = '\\u3005\\u4e00-\\u9fa5\\uf900-\\ufa2d';
/** Marks of length and of iteration count as letters of no script. */
const KATAKANA = '\\u30a1-\\u30fa';
const HIRAGANA = '\\u3041-\\u3094';
const CJK_DIACRITICS = '\\u3099-\\u309c';
/** Marks and format characters belong to the character before them. */
const MARK = `[[\\p{Mn}\\p{Me}\\p{Cf}]--[${THAI}${CJK_DIACRITICS}\\u00ad]]`;
const MARKS = `${MARK}*`;
const LETTER = `(?:[[\\p{L}\\p{Mc}]--[${THAI}${KANJI}${KATAKANA}${HIRAGANA}${CJK_DIACRITICS}]]${MARKS})`;
const DIGIT = `(?:\\p{N}${MARKS})`;
/**
 * A single dash, quote or dot between two letters joins them; a single comma or dot joins digits.
 */
const WORD = `${LETTER}+(?:[\\p{Pd}\\u00ad\\u2027"'.]${MARKS}${LETTER}+)*[\\u0964\\u0965]?`;
const NUMBER = `${DIGIT}+(?:["',\\u066b.]${MARKS}${DIGIT}+)*`;
const AFTER_NUMBER = `(?:[\\u00a2%&\\u066a\\u2030\\u2031]${MARKS})`;
const RUN = `(?:${WORD})?(?:${NUMBER}${WORD})*(?:${NUMBER}${AFTER_NUMBER}?)?`;

/**
 * The signs of abbreviation (`ฯ`, `ฯลฯ`) and of repetition belong to the run before them, because
 * some words end with one.
 */
const AND_SO_ON = `ฯ${MARKS}ล${MARKS}ฯ`;
const THAI_SIGNS = `(?:(?:${AND_SO_ON}|[ฯๆ])${MARKS})?`;

const LINE_END = `(?:(?:\\r\\n|[\\r\\n\\f\\u2028\\u2029])${MARKS})`;
/** Spaces, with the end of the line behind them. */
const BLANKS = `(?:[\\t\\p{Zs}]${MARKS})+${LINE_END}?|${LINE_END}`;

/** V8 takes some milliseconds to make the classes. */
const pieces = lazy(
  () =>
    new RegExp(
      `${MARKS}(?:${[
        `(?<thai>[${THAI}][[${THAI}\\p{Mn}\\p{Cf}]--\\u00ad]*${THAI_SIGNS})`,
        `${AND_SO_ON}${MARKS}`,
        `[${KATAKANA}${CJK_DIACRITICS}](?:[${KATAKANA}${CJK_DIACRITICS}]|${MARK})*`,
        `[${HIRAGANA}${CJK_DIACRITICS}](?:[${HIRAGANA}${CJK_DIACRITICS}]|${MARK})*`,
        `[${KANJI}](?:[${KANJI}]|${MARK})*`,
        `[[\\p{Sc}#.]--\\u00a2]${MARKS}(?=${NUMBER})${RUN}`,
        `(?=[\\p{L}\\p{Mc}\\p{N}])${RUN}`,
        BLANKS,
        `.${MARKS}`,
      ].join('|')})`,
      'gsv',
    ),
);
/** A single Thai letter needs no dictionary. */
const IS_CUT = new RegExp(`[${THAI}].*[${THAI}]`, 'sv');

/**
 * So many characters are read at once, because the time for a run of Thai may grow with the square
 * of its length. The ends near the end of a stretch are left to the next one, which knows more of
 * the text behind them.
 */
const STRETCH = 4096;
const SURE = STRETCH - 256;

/** The ends of the words behind `from`, and of the pieces between them, in order. */
export function* thaiBoundaries(text: string, from = 0): Generator<number, undefined> {
  for (let start = from; start < text.length; ) {
    const stretch = text.slice(start, start + STRETCH);
    const sure = start + STRETCH < text.length ? SURE : STRETCH;
    let last = 0;
    for (const end of endsIn(stretch)) {
      if (end > sure && last > 0) break;
      yield start + end;
      last = end;
    }
    start += last;
  }
}

function* endsIn(text: string): Generator<number, undefined> {
  for (const { 0: piece, index, groups } of text.matchAll(pieces())) {
    const end = index + piece.length;
    const thai = groups?.thai ?? '';
    if (IS_CUT.test(thai)) yield* thaiWordEnds(text, end - thai.length, end);
    else yield end;
  }
}
