/** `kuromoji_readingform`: replaces words by their reading, in katakana. */
import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';

const HIRAGANA = /[\u3041-\u3096]/g;
/** The distance from a hiragana to the same katakana. */
const TO_KATAKANA = 0x60;

export const KUROMOJI_READINGFORM: TokenFilterType = {
  name: 'kuromoji_readingform',
  create: (settings) => {
    if (settings.boolean('use_romaji', false)) {
      const reason = '[use_romaji] of token filter [kuromoji_readingform] is not supported';
      throw new ApiError('illegal_argument_exception', reason);
    }
    return {
      name: 'kuromoji_readingform',
      apply: (batch) => {
        for (const token of batch.tokens) token.term = token.word?.reading ?? katakana(token.term);
      },
    };
  },
};

/** Turns the hiragana of an unknown word, which has no reading, into katakana. */
function katakana(term: string): string {
  return term.replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA));
}
