import type { TokenizerType } from '../build/component_type.js';
import { charRunTokenizer, isLetter } from './char_run.js';

/** `lowercase`: makes a token of each run of letters, in lower case. */
export const LOWERCASE_TOKENIZER: TokenizerType = {
  name: 'lowercase',
  create: () => charRunTokenizer('lowercase', isLetter, { lowercase: true }),
};
