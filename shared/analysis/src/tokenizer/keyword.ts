import type { TokenizerType } from '../build/component_type.js';
import { newBatch, newToken } from '../token.js';

/** `keyword`: the whole text is one token. */
export const KEYWORD_TOKENIZER: TokenizerType = {
  name: 'keyword',
  create: () => ({
    name: 'keyword',
    tokenize: (text) =>
      newBatch(text === '' ? [] : [newToken(text, 0, text.length, 'word')], text.length),
  }),
};
