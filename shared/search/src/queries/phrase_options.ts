/** The options that `match_phrase` and `match_phrase_prefix` share. */
import type { JsonValue } from '@skein/content';
import type { ZeroTerms } from '../text/text_query.js';
import type { OptionReaders } from './header.js';
import { searchedTextReaders, slopReader, zeroTermsReader } from './match_options.js';
import type { QueryParseContext } from './query_parse_context.js';

export interface PhraseParams {
  readonly query: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly slop: number;
  readonly analyzer: string | undefined;
  readonly zeroTerms: ZeroTerms;
  readonly lenient: boolean;
}

type PhraseDraft = { -readonly [K in keyof PhraseParams]: PhraseParams[K] };

export function phraseDefaults(query: string, field: string): PhraseDraft {
  return {
    query,
    field,
    value: null,
    slop: 0,
    analyzer: undefined,
    zeroTerms: 'none',
    lenient: false,
  };
}

/** The readers of the options, which store what they read in `draft`. */
export function phraseReaders(draft: PhraseDraft, context: QueryParseContext): OptionReaders {
  return {
    ...searchedTextReaders(draft.query, draft, context),
    ...slopReader(draft),
    ...zeroTermsReader(draft, context),
  };
}
