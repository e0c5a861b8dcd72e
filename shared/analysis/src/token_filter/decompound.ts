/**
 * Code shared by the two filters that find words inside compound words: their settings, and the
 * tokens of the parts, which stand at the word's position.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { AnalysisOutside } from '../build/outside.js';
import { wordList } from '../build/word_files.js';
import type { TokenFilter } from '../component.js';
import { copyToken } from '../token.js';

export interface DecompoundOptions {
  readonly minWordSize: number;
  readonly minSubwordSize: number;
  readonly maxSubwordSize: number;
  readonly onlyLongest: boolean;
  readonly isWord: (word: string) => boolean;
  /** Characters of the longest word in the list. */
  readonly longestWord: number;
}

/** Finds the parts of a term, as places in it. */
export type Decompose = (
  term: string,
  options: DecompoundOptions,
) => readonly (readonly [start: number, end: number])[];

export function decompoundOptions(
  settings: ComponentSettings,
  outside: AnalysisOutside,
): DecompoundOptions {
  const list = wordList(settings, 'word_list', outside);
  if (list === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `word_list must be provided for [${settings.name}], either as a path to a file, or directly`,
    );
  }
  const ignoreCase = settings.boolean('word_list_case', false);
  const words = new Set(ignoreCase ? list.map((word) => word.toLowerCase()) : list);
  return {
    minWordSize: settings.integer('min_word_size', 5),
    minSubwordSize: settings.integer('min_subword_size', 2),
    maxSubwordSize: settings.integer('max_subword_size', 15),
    onlyLongest: settings.boolean('only_longest_match', false),
    isWord: (word) => words.has(ignoreCase ? word.toLowerCase() : word),
    longestWord: list.reduce((most, word) => Math.max(most, word.length), 0),
  };
}

/** Makes the filter. Sizes are checked when the filter is used. */
export function decompoundFilter(
  name: string,
  options: DecompoundOptions,
  decompose: Decompose,
): TokenFilter {
  for (const size of ['minWordSize', 'minSubwordSize', 'maxSubwordSize'] as const) {
    if (options[size] >= 0) continue;
    throw new ApiError('illegal_argument_exception', `${size} cannot be negative`);
  }
  return {
    name,
    inRules: 'skipped',
    apply: (batch) => {
      batch.tokens = batch.tokens.flatMap((token): Token[] => {
        if (token.term.length < options.minWordSize) return [token];
        const parts = decompose(token.term, options).map(([start, end]) => {
          const part = copyToken(token, token.term.slice(start, end), 0);
          part.keyword = token.keyword;
          return part;
        });
        return [token, ...parts];
      });
    },
  };
}
