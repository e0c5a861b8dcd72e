/** `simple_pattern_split`: splits the text at every match. */
import type { TokenizerType } from '../build/component_type.js';
import { compileUserRegex } from '../user_regex.js';
import { splitTokenizer } from './pattern.js';

/** A class that contains no character. */
const NOTHING = '[^\\x00-\\x{10FFFF}]';

export const SIMPLE_PATTERN_SPLIT_TOKENIZER: TokenizerType = {
  name: 'simple_pattern_split',
  create: (settings) => {
    const pattern = settings.string('pattern') ?? '';
    return splitTokenizer(
      'simple_pattern_split',
      compileUserRegex(pattern === '' ? NOTHING : pattern),
    );
  },
};
