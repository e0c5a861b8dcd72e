import type { TokenizerType } from '../build/component_type.js';
import { newBatch, newToken } from '../token.js';
import { runLength } from './char_run.js';

/** `keyword`: the whole text is one token, even an empty text. */
export const KEYWORD_TOKENIZER: TokenizerType = {
  name: 'keyword',
  create: (settings) => {
    // Lucene's buffer grows with the text, so the setting has no effect; it is only checked.
    runLength(settings, 'buffer_size');
    return {
      name: 'keyword',
      readsWhole: true,
      tokenize: (text) => newBatch([newToken(text, 0, text.length, 'word')], text.length),
    };
  },
};
