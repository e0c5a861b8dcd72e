import type { TokenizerType } from '../build/component_type.js';
import { charRunTokenizer, isWhitespace, runLength } from './char_run.js';

/** `whitespace`: makes a token of each run of characters without white space. */
export const WHITESPACE_TOKENIZER: TokenizerType = {
  name: 'whitespace',
  checksLate: true,
  create: (settings) =>
    charRunTokenizer('whitespace', (codePoint) => !isWhitespace(codePoint), {
      maxTokenLength: runLength(settings, 'max_token_length'),
    }),
};
