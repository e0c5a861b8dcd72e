/**
 * `thai`: words by the rules of Java's `BreakIterator`, which Lucene's tokenizer asks; runs of Thai, which writes no spaces between
 * words, by a dictionary.
 */
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { thaiWordEnds } from '../thai/cut.js';
import { newBatch, newToken } from '../token.js';

const THAI = '\\u0e01-\\u0e2e\\u0e30-\\u0e3a\\u0e40-\\u0e44\\u0e47-\\u0e4e';
const KANJI = '\\u3005\\u4e00-\\u9fa5\\uf900-\\ufa2d';
/** Marks of length and of iteration are letters of no script. */
const KATAKANA = '\\u30a1-\\u30fa';
const HIRAGANA = '\\u3041-\\u3094';
const CJK_DIACRITICS = '\\u3099-\\u309c';
/** Marks and format characters belong to what is before them. */
const MARKS = `[[\\p{Mn}\\p{Me}\\p{Cf}]--[${CJK_DIACRITICS}]]*`;
const LETTER = `(?:[[\\p{L}\\p{Mc}]--[${THAI}${KANJI}${KATAKANA}${HIRAGANA}${CJK_DIACRITICS}]]${MARKS})`;
const DIGIT = `(?:\\p{N}${MARKS})`;
/** Dashes, quotes and dots hold letters together, where one stands alone between two; commas and dots numbers. */
const WORD = `${LETTER}+(?:[\\p{Pd}\\u00ad\\u2027"'.]${MARKS}${LETTER}+)*[\\u0964\\u0965]?`;
const NUMBER = `${DIGIT}+(?:["',\\u066b.]${MARKS}${DIGIT}+)*`;
const AFTER_NUMBER = '[\\u00a2%&\\u066a\\u2030\\u2031]';
const RUN = `(?:${WORD})?(?:${NUMBER}${WORD})*(?:${NUMBER}${AFTER_NUMBER}?)?`;

const PIECES = new RegExp(
  [
    `(?<thai>[${THAI}][${THAI}\\p{Mn}\\p{Cf}]*)`,
    `[${KATAKANA}${CJK_DIACRITICS}][${KATAKANA}${CJK_DIACRITICS}\\p{Mn}\\p{Me}\\p{Cf}]*`,
    `[${HIRAGANA}${CJK_DIACRITICS}][${HIRAGANA}${CJK_DIACRITICS}\\p{Mn}\\p{Me}\\p{Cf}]*`,
    `[${KANJI}][${KANJI}\\p{Mn}\\p{Me}\\p{Cf}]*`,
    `[[\\p{Sc}#.]--\\u00a2](?:${NUMBER}${WORD})*(?:${NUMBER}${AFTER_NUMBER}?)`,
    `${MARKS}(?=[\\p{L}\\p{Mc}\\p{N}])${RUN}`,
    '.',
  ].join('|'),
  'gsv',
);
const STARTS_WORD = /^[\p{L}\p{Nd}]/u;

export const THAI_TOKENIZER: TokenizerType = {
  name: 'thai',
  create: () => ({
    name: 'thai',
    readsWhole: true,
    tokenize: (text) => {
      const tokens: Token[] = [];
      const push = (start: number, end: number) => {
        const word = text.slice(start, end);
        if (STARTS_WORD.test(word)) tokens.push(newToken(word, start, end, 'word'));
      };
      for (const { 0: piece, index, groups } of text.matchAll(PIECES)) {
        let start = index;
        const end = index + piece.length;
        for (const next of groups?.thai === undefined ? [end] : thaiWordEnds(text, index, end)) {
          push(start, next);
          start = next;
        }
      }
      return newBatch(tokens, text.length);
    },
  }),
};
