import type { TokenizerType } from '../build/component_type.js';
import { charRunTokenizer, isLetter } from './char_run.js';

/** `letter`: makes a token of each run of letters. */
export const LETTER_TOKENIZER: TokenizerType = {
  name: 'letter',
  create: () => ({
    ...charRunTokenizer('letter', isLetter),
    lowercased: charRunTokenizer('letter', isLetter, { lowercase: true }),
  }),
};
