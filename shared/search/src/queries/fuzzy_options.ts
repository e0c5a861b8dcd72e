/** The options of queries whose words may be misspelled: `fuzziness` and what refines it. */
import type { JsonValue } from '@skein/content';
import { DEFAULT_FUZZY_EXPANSIONS, type FuzzyWords } from '../text/fuzzy_words.js';
import { type Fuzziness, fuzzinessOf } from './fuzziness.js';
import type { OptionReaders } from './header.js';
import { booleanOf, integerOf, textOrNull } from './options.js';
import { rewriteMethod } from './rewrite_method.js';

export interface FuzzyOptions extends Omit<FuzzyWords, 'fuzziness'> {
  /** `undefined`: words are taken as they are. */
  readonly fuzziness: Fuzziness | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function defaultFuzzyOptions(): Mutable<FuzzyOptions> {
  return {
    fuzziness: undefined,
    prefixLength: 0,
    maxExpansions: DEFAULT_FUZZY_EXPANSIONS,
    transpositions: true,
    rewrite: undefined,
  };
}

/** Names of the options after `fuzziness`; they differ between queries. */
export interface FuzzyOptionNames {
  readonly prefixLength: string;
  readonly maxExpansions: string;
  readonly transpositions: string;
  readonly rewrite: string;
}

export const MATCH_FUZZY_NAMES: FuzzyOptionNames = {
  prefixLength: 'prefix_length',
  maxExpansions: 'max_expansions',
  transpositions: 'fuzzy_transpositions',
  rewrite: 'fuzzy_rewrite',
};

export function fuzzyReaders(
  into: Mutable<FuzzyOptions>,
  names: FuzzyOptionNames = MATCH_FUZZY_NAMES,
): OptionReaders {
  return {
    fuzziness: (json: JsonValue) => {
      into.fuzziness = fuzzinessOf(json);
    },
    [names.prefixLength]: (json: JsonValue) => {
      into.prefixLength = integerOf(json);
    },
    [names.maxExpansions]: (json: JsonValue) => {
      into.maxExpansions = integerOf(json);
    },
    [names.transpositions]: (json: JsonValue) => {
      into.transpositions = booleanOf(json);
    },
    [names.rewrite]: (json: JsonValue) => {
      into.rewrite = textOrNull(json);
    },
  };
}

/** What `fuzzyWordQuery` needs, when words may be misspelled at all. */
/** A method that is none is refused where no word is fuzzy, too. */
export function checkFuzzyRewrite({ rewrite }: FuzzyOptions): void {
  if (rewrite !== undefined) rewriteMethod(rewrite);
}

export function fuzzyWords(options: FuzzyOptions): FuzzyWords | undefined {
  const { fuzziness } = options;
  return fuzziness === undefined ? undefined : { ...options, fuzziness };
}
