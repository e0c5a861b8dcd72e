/**
 * `common_grams`: also joins common words with their neighbours, so that phrases with them need not
 * read long postings lists.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { wordList } from '../build/word_files.js';
import { newToken } from '../token.js';
import { wordSet } from './stop_words.js';

export const COMMON_GRAMS: TokenFilterType = {
  name: 'common_grams',
  preconfigured: { common_words: '[]' },
  create: (settings, { outside }) => {
    const list = wordList(settings, 'common_words', outside);
    if (list === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'missing or empty [common_words] or [common_words_path] configuration for common_grams token filter',
      );
    }
    const ignoreCase = settings.boolean('ignore_case', false);
    const queryMode = settings.boolean('query_mode', false);
    const words = wordSet(list, ignoreCase);
    const isCommon = (token: Token) =>
      words.has(ignoreCase ? token.term.toLowerCase() : token.term);
    return {
      name: 'common_grams',
      inRules: 'refused',
      apply: (batch) => {
        batch.tokens = queryMode
          ? gramsOnly(batch.tokens, isCommon)
          : withGrams(batch.tokens, isCommon);
      },
    };
  },
};

function gramOf(left: Token, right: Token): Token {
  const gram = newToken(`${left.term}_${right.term}`, left.startOffset, right.endOffset, 'gram');
  gram.positionLength = 2;
  return gram;
}

function withGrams(tokens: readonly Token[], isCommon: (token: Token) => boolean): Token[] {
  const result: Token[] = [];
  tokens.forEach((token, index) => {
    result.push(token);
    const next = tokens[index + 1];
    if (next?.positionIncrement !== 1 || !(isCommon(token) || isCommon(next))) return;
    const gram = gramOf(token, next);
    gram.positionIncrement = 0;
    result.push(gram);
  });
  return result;
}

/** The tokens for queries: a gram replaces the words that it is made of. */
function gramsOnly(tokens: readonly Token[], isCommon: (token: Token) => boolean): Token[] {
  const result: Token[] = [];
  let covered = false;
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (next?.positionIncrement === 1 && (isCommon(token) || isCommon(next))) {
      const gram = gramOf(token, next);
      gram.positionLength = 1;
      gram.positionIncrement = token.positionIncrement;
      result.push(gram);
      covered = true;
    } else {
      // The last word of a phrase is part of the gram before it.
      if (!covered || token.positionIncrement !== 1) result.push(token);
      covered = false;
    }
  });
  return result;
}
