/** `simple_pattern`: makes a token of every match. */
import type { TokenizerType } from '../build/component_type.js';
import { compileUserRegex } from '../user_regex.js';
import { groupTokenizer } from './pattern.js';

/** A class that contains no character. */
const NOTHING = '[^\\x00-\\x{10FFFF}]';

export const SIMPLE_PATTERN_TOKENIZER: TokenizerType = {
  name: 'simple_pattern',
  create: (settings) => {
    const pattern = settings.string('pattern') ?? '';
    // An empty pattern matches nothing.
    return groupTokenizer(
      'simple_pattern',
      compileUserRegex(pattern === '' ? NOTHING : pattern),
      0,
    );
  },
};
