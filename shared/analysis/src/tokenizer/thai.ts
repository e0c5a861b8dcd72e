/**
 * `thai`: words by the rules of Java's `BreakIterator`, which Lucene's tokenizer uses. Runs of
 * Thai, which has no spaces between words, are cut by a dictionary.
 */
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { thaiWordEnds } from '../thai/cut.js';
import { newBatch, newToken } from '../token.js';

const THAI = '\\u0e01-\\u0e2e\\u0e30-\\u0e3a\\u0e40-\\u0e44\\u0e47-\\u0e4e';
const KANJI = '\\u3005\\u4e00-\\u9fa5\\uf900-\\ufa2d';
/** Marks of length and of iteration count as letters of no script. */
const KATAKANA = '\\u30a1-\\u30fa';
const HIRAGANA = '\\u3041-\\u3094';
const CJK_DIACRITICS = '\\u3099-\\u309c';
/** Marks and format characters belong to the character before them. */
const MARK = `[[\\p{Mn}\\p{Me}\\p{Cf}]--[${THAI}${CJK_DIACRITICS}]]`;
const MARKS = `${MARK}*`;
const LETTER = `(?:[[\\p{L}\\p{Mc}]--[${THAI}${KANJI}${KATAKANA}${HIRAGANA}${CJK_DIACRITICS}]]${MARKS})`;
const DIGIT = `(?:\\p{N}${MARKS})`;
/**
 * A single dash, quote or dot between two letters joins them; a single comma or dot joins digits.
 */
const WORD = `${LETTER}+(?:[\\p{Pd}\\u00ad\\u2027"'.]${MARKS}${LETTER}+)*[\\u0964\\u0965]?`;
const NUMBER = `${DIGIT}+(?:["',\\u066b.]${MARKS}${DIGIT}+)*`;
const AFTER_NUMBER = '[\\u00a2%&\\u066a\\u2030\\u2031]';
const RUN = `(?:${WORD})?(?:${NUMBER}${WORD})*(?:${NUMBER}${AFTER_NUMBER}?)?`;

/**
 * The signs of abbreviation (`ฯ`, `ฯลฯ`) and of repetition belong to the run before them, because
 * some words end with one.
 */
const AND_SO_ON = `ฯ${MARKS}ล${MARKS}ฯ`;
const THAI_SIGNS = `(?:(?:${AND_SO_ON}|[ฯๆ])${MARKS})?`;

const PIECES = new RegExp(
  `${MARKS}(?:${[
    `(?<thai>[${THAI}][${THAI}\\p{Mn}\\p{Cf}]*${THAI_SIGNS})`,
    `${AND_SO_ON}${MARKS}`,
    `[${KATAKANA}${CJK_DIACRITICS}](?:[${KATAKANA}${CJK_DIACRITICS}]|${MARK})*`,
    `[${HIRAGANA}${CJK_DIACRITICS}](?:[${HIRAGANA}${CJK_DIACRITICS}]|${MARK})*`,
    `[${KANJI}](?:[${KANJI}]|${MARK})*`,
    `[[\\p{Sc}#.]--\\u00a2](?=${NUMBER})${RUN}`,
    `(?=[\\p{L}\\p{Mc}\\p{N}])${RUN}`,
    `.${MARKS}`,
  ].join('|')})`,
  'gsv',
);
/** A single Thai letter needs no dictionary. */
const IS_CUT = new RegExp(`[${THAI}].*[${THAI}]`, 'sv');
const STARTS_WORD = /^[\p{L}\p{Nd}]/u;

export const THAI_TOKENIZER: TokenizerType = {
  name: 'thai',
  create: () => ({
    name: 'thai',
    readsWhole: true,
    tokenize: (text) => {
      const tokens: Token[] = [];
      for (let start = 0; start < text.length; ) {
        const end = stretchEnd(text, start);
        addWords(tokens, text.slice(start, end), start);
        start = end;
      }
      return newBatch(tokens, text.length);
    },
  }),
};

/** Lucene reads so many characters at once. */
const BUFFERED = 1024;
const LINE_END = /[\r\n\u0085\u2028\u2029]/g;

/**
 * The end of the characters that are read at once: that of the last line in the buffer. As in
 * Lucene, a longer line is cut where the buffer ends, even in a word.
 */
function stretchEnd(text: string, start: number): number {
  const end = start + BUFFERED;
  if (end >= text.length) return text.length;
  const read = text.slice(start, end);
  const last = [...read.matchAll(LINE_END)].at(-1);
  if (last !== undefined) return start + last.index + 1;
  const isInsidePair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isInsidePair ? end - 1 : end;
}

function addWords(tokens: Token[], text: string, offset: number): void {
  const push = (start: number, end: number) => {
    const word = text.slice(start, end);
    if (STARTS_WORD.test(word)) tokens.push(newToken(word, offset + start, offset + end, 'word'));
  };
  for (const { 0: piece, index, groups } of text.matchAll(PIECES)) {
    const end = index + piece.length;
    const thai = groups?.thai ?? '';
    let start = index;
    for (const next of IS_CUT.test(thai) ? thaiWordEnds(text, end - thai.length, end) : [end]) {
      push(start, next);
      start = next;
    }
  }
}
