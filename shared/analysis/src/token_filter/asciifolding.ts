/**
 * `asciifolding`: Latin letters with marks, ligatures, wide and typographic forms become ASCII if
 * they have an ASCII form.
 */
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { copyToken } from '../token.js';
import { ASCII_FORMS } from './ascii_forms.js';
import { termFilter } from './shapes.js';

const NOT_ASCII = /[\u0080-\uffff]/;

function foldToAscii(term: string): string {
  if (!NOT_ASCII.test(term)) return term;
  let folded = '';
  for (const character of term) folded += ASCII_FORMS.get(character) ?? character;
  return folded;
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
