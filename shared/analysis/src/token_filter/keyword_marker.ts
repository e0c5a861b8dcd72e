import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { wordList } from '../build/word_files.js';
import { compileUserRegex } from '../user_regex.js';
import { wordSet } from './stop_words.js';

/** `keyword_marker`: marks listed words as keywords, so that they are not stemmed. */
export const KEYWORD_MARKER: TokenFilterType = {
  name: 'keyword_marker',
  needsSettings: true,
  create: (settings, { outside }) => {
    const ignoreCase = settings.boolean('ignore_case', false);
    const pattern = settings.string('keywords_pattern');
    const list = wordList(settings, 'keywords', outside);
    if (pattern === undefined && list === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured',
      );
    }
    if (pattern !== undefined && list !== undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'cannot specify both `keywords_pattern` and `keywords` or `keywords_path`',
      );
    }
    const words = wordSet(list ?? [], ignoreCase);
    const whole = pattern === undefined ? undefined : compileUserRegex(pattern);
    const marks = (term: string) =>
      words.has(ignoreCase ? term.toLowerCase() : term) || (whole?.matches(term) ?? false);
    return {
      name: 'keyword_marker',
      attributes: ['keyword'],
      apply: (batch) => {
        for (const token of batch.tokens) if (marks(token.term)) token.keyword = true;
      },
    };
  },
};
