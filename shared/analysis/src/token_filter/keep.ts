import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { wordList } from '../build/word_files.js';
import { refuseOldOption } from './old_options.js';
import { keepFilter } from './shapes.js';
import { wordSet } from './stop_words.js';

/** `keep`: keeps listed words only. */
export const KEEP: TokenFilterType = {
  name: 'keep',
  needsSettings: true,
  create: (settings, { outside }) => {
    refuseOldOption(settings, 'enable_position_increments');
    const ignoreCase = settings.boolean('keep_words_case', false);
    const list = wordList(settings, 'keep_words', outside);
    if (list === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'keep requires either `keep_words` or `keep_words_path` to be configured',
      );
    }
    const words = wordSet(list, ignoreCase);
    return keepFilter('keep', ({ term }) => words.has(ignoreCase ? term.toLowerCase() : term));
  },
};
