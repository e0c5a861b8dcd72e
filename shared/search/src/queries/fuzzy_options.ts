/** The options of queries with fuzzy words: `fuzziness` and its refinements. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { DEFAULT_FUZZY_EXPANSIONS, type FuzzyWords } from '../text/fuzzy_words.js';
import { type Fuzziness, fuzzinessOf } from './fuzziness.js';
import type { OptionReaders } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { booleanOf, integerOf, textOrNull } from './options.js';
import { rewriteMethod } from './rewrite_method.js';

export interface FuzzyOptions extends Omit<FuzzyWords, 'fuzziness'> {
  /** `undefined` if words must match exactly. */
  readonly fuzziness: Fuzziness | undefined;
}

export function defaultFuzzyOptions(): Draft<FuzzyOptions> {
  return {
    fuzziness: undefined,
    prefixLength: 0,
    maxExpansions: DEFAULT_FUZZY_EXPANSIONS,
    transpositions: true,
    rewrite: undefined,
  };
}

/** Names of the options besides `fuzziness`; they differ between queries. */
interface FuzzyOptionNames {
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

/** `query` names a query that refuses numbers without a meaning. */
export function fuzzyReaders(
  draft: Draft<FuzzyOptions>,
  names: FuzzyOptionNames = MATCH_FUZZY_NAMES,
  query?: string,
): OptionReaders {
  const checked = (json: JsonValue, least: number, fault: string): number => {
    const number = integerOf(json);
    if (query === undefined || number >= least) return number;
    throw new ApiError('illegal_argument_exception', `[${query}] requires ${fault}`);
  };
  return {
    fuzziness: intoDraft(draft, 'fuzziness', fuzzinessOf),
    [names.prefixLength]: intoDraft(draft, 'prefixLength', (json: JsonValue) =>
      checked(json, 0, 'prefix length to be non-negative.'),
    ),
    [names.maxExpansions]: intoDraft(draft, 'maxExpansions', (json: JsonValue) =>
      checked(json, 1, 'maxExpansions to be positive.'),
    ),
    [names.transpositions]: intoDraft(draft, 'transpositions', booleanOf),
    [names.rewrite]: intoDraft(draft, 'rewrite', textOrNull),
  };
}

/** Refuses an invalid rewrite method, even if no word is fuzzy. */
export function checkFuzzyRewrite({ rewrite }: FuzzyOptions): void {
  if (rewrite !== undefined) rewriteMethod(rewrite);
}

/** The options that `fuzzyWordQuery` needs if words may be misspelled. */
export function fuzzyWords(options: FuzzyOptions): FuzzyWords | undefined {
  const { fuzziness } = options;
  return fuzziness === undefined ? undefined : { ...options, fuzziness };
}
