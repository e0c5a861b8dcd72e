/** `asciifolding`: Latin letters with marks, ligatures, wide and typographic forms become ASCII where they have such a form. */
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { copyToken } from '../token.js';
import { termFilter } from './shapes.js';

/** What Unicode does not decompose. */
const EXTRAS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  ĸ: 'q',
  ŀ: 'l',
  Ŀ: 'L',
  ŉ: 'n',
  ƒ: 'f',
  ƀ: 'b',
  Ƀ: 'B',
  ɓ: 'b',
  ɔ: 'o',
  ə: 'a',
  Ə: 'A',
  ɛ: 'e',
  ɨ: 'i',
  ɩ: 'i',
  ʉ: 'u',
  ʊ: 'u',
  ȷ: 'j',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '′': "'",
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '⁄': '/',
  '‼': '!!',
  '⁇': '??',
  '⁈': '?!',
  '⁉': '!?',
  '⁎': '*',
  '⁏': ';',
  '⁓': '~',
  '⁒': '%',
};

const ASCII = /^[\x20-\x7e]+$/;
const NOT_ASCII = /[\u0080-\uffff]/;
/** Latin blocks, superscripts, enclosed letters, small and wide forms. */
const FOLDABLE =
  /[\u00aa\u00b2\u00b3\u00b9\u00ba\u00c0-\u024f\u1d00-\u1dbf\u1e00-\u1eff\u2070-\u209f\u2460-\u24ff\u2c60-\u2c7f\ua720-\ua7ff\ufb00-\ufb06\ufe50-\ufe6f\uff01-\uff5e]/;

function foldToAscii(term: string): string {
  if (!NOT_ASCII.test(term)) return term;
  let folded = '';
  for (const character of term) {
    if (character < '\x80') folded += character;
    else
      folded += EXTRAS[character] ?? (FOLDABLE.test(character) ? decompose(character) : character);
  }
  return folded;
}

function decompose(character: string): string {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (ASCII.test(plain)) return plain;
  const extra = EXTRAS[plain];
  return extra ?? character;
}

export const ASCIIFOLDING: TokenFilterType = {
  name: 'asciifolding',
  create: (settings) => {
    if (!settings.boolean('preserve_original', false)) {
      return termFilter('asciifolding', foldToAscii, { charLevel: true });
    }
    return {
      name: 'asciifolding',
      inRules: termFilter('asciifolding', foldToAscii),
      charLevel: true,
      apply: (batch) => {
        const tokens: Token[] = [];
        for (const token of batch.tokens) {
          const folded = foldToAscii(token.term);
          if (folded !== token.term) tokens.push(copyToken(token, folded, token.positionIncrement));
          tokens.push(token);
          if (folded !== token.term) token.positionIncrement = 0;
        }
        batch.tokens = tokens;
      },
    };
  },
};
