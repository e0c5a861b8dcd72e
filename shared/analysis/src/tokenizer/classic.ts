/**
 * `classic`: words, acronyms, companies, e-mail addresses, host names and numbers by the grammar
 * that Lucene had before Unicode's word breaks. The longest match wins. The ends of possible
 * matches are computed once for a whole run of words, from its end, so that the time is linear in
 * the text.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { newBatch, newToken } from '../token.js';
import { CJ, classicCharacters, WORD } from './classic_characters.js';
import { type ClassicMatch, longestMatch } from './classic_match.js';
import { runOfWords } from './classic_run.js';

const DEFAULT_MAX_LENGTH = 255;

export const CLASSIC_TOKENIZER: TokenizerType = {
  name: 'classic',
  checksLate: true,
  create: (settings) => {
    const most = settings.integer('max_token_length', DEFAULT_MAX_LENGTH);
    if (most < 1) {
      const reason = 'maxTokenLength must be greater than zero';
      throw new ApiError('illegal_argument_exception', reason);
    }
    return {
      name: 'classic',
      tokenize: (text) => {
        const tokens: Token[] = [];
        let skipped = 0;
        eachMatch(text, ({ start, end, type, cutsDot }) => {
          if (end - start > most) {
            skipped++;
            return;
          }
          const token = newToken(text.slice(start, cutsDot ? end - 1 : end), start, end, type);
          token.positionIncrement += skipped;
          skipped = 0;
          tokens.push(token);
        });
        const batch = newBatch(tokens, text.length);
        batch.trailingIncrement = skipped;
        return batch;
      },
    };
  },
};

function eachMatch(text: string, take: (match: ClassicMatch) => void): void {
  const kinds = classicCharacters();
  for (let at = 0; at < text.length; ) {
    const kind = kinds[text.charCodeAt(at)];
    if ((kind & CJ) !== 0) take({ start: at, end: ++at, type: '<CJ>', cutsDot: false });
    else if ((kind & WORD) === 0) at++;
    else {
      const run = runOfWords(text, at);
      let word = 0;
      while (word < run.count) {
        const match = longestMatch(text, run, word, at);
        take(match);
        at = match.end;
        while (word < run.count && run.ends[word] <= at) word++;
        // The dot behind the last word may be part of the match; between words stands one
        // character.
        if (word < run.count) at = Math.max(at, run.starts[word]);
      }
    }
  }
}
