/** `thai`: words by the runtime's dictionary; Thai writes no spaces between them. */
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import { newBatch, newToken } from '../token.js';

export const THAI_TOKENIZER: TokenizerType = {
  name: 'thai',
  create: () => {
    const segmenter = new Intl.Segmenter('th', { granularity: 'word' });
    return {
      name: 'thai',
      tokenize: (text) => {
        const tokens: Token[] = [];
        for (const { segment, index, isWordLike } of segmenter.segment(text)) {
          if (isWordLike) tokens.push(newToken(segment, index, index + segment.length, 'word'));
        }
        return newBatch(tokens, text.length);
      },
    };
  },
};
