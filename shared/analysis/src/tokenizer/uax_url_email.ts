/** `uax_url_email`: like `standard`, but web addresses and e-mail addresses are one token each. */
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { newBatch, newToken } from '../token.js';
import { standardTokenizer, wordLength } from './standard.js';

// The character after a repetition is never one that it repeats, so that matching takes linear
// time.
const URL =
  /(?:https?|ftp|file):\/\/[^\s<>"{}|\\^`]{1,2000}|(?<![\w.-])(?:[a-z0-9-]{1,63}\.){1,8}(?:com|org|net|edu|gov|info|io|de|uk|fr|eu)(?![\w-])(?:\/[^\s<>"{}|\\^`]{0,2000})?/giu;
const EMAIL = /[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,63}/gu;

export const UAX_URL_EMAIL_TOKENIZER: TokenizerType = {
  name: 'uax_url_email',
  create: (settings) => {
    const most = wordLength(settings);
    const standard = standardTokenizer(most);
    return {
      name: 'uax_url_email',
      tokenize: (text) => {
        const tokens: Token[] = [];
        const addStandard = (from: number, to: number) => {
          for (const token of standard.tokenize(text.slice(from, to)).tokens) {
            token.startOffset += from;
            token.endOffset += from;
            tokens.push(token);
          }
        };
        let at = 0;
        for (const address of addresses(text, most)) {
          if (address.start < at) continue;
          addStandard(at, address.start);
          tokens.push(
            newToken(
              text.slice(address.start, address.end),
              address.start,
              address.end,
              address.type,
            ),
          );
          at = address.end;
        }
        addStandard(at, text.length);
        return newBatch(tokens, text.length);
      },
    };
  },
};

interface Address {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

function addresses(text: string, most: number): Address[] {
  const found: Address[] = [];
  for (const [expression, type] of [
    [EMAIL, '<EMAIL>'],
    [URL, '<URL>'],
  ] as const) {
    for (const match of text.matchAll(expression)) {
      const size = match[0].replace(/[.,;:!?'")\]]{1,10}$/, '').length;
      if (size <= most) found.push({ start: match.index, end: match.index + size, type });
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}
