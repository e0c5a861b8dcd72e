/** `match`: the words of a text in any order. On fields that are not text it is an exact `term`. */

import type { JsonValue } from '@skein/content';
import type { Query } from '@skein/search_library';
import { fuzzyTextQuery } from '../text/fuzzy_words.js';
import { leniently } from '../text/leniently.js';
import { type Operator, wordsQuery, type ZeroTerms } from '../text/text_query.js';
import { wholeTextQuery } from '../text/whole_text_query.js';
import { readFieldQuery } from './field_query.js';
import {
  checkFuzzyRewrite,
  defaultFuzzyOptions,
  type FuzzyOptions,
  fuzzyReaders,
  fuzzyWords,
  MATCH_FUZZY_NAMES,
} from './fuzzy_options.js';
import { readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import {
  checkAnalyzer,
  searchAnalyzer,
  searchedTextReaders,
  synonymsReader,
  unmappedFieldQuery,
  wordReaders,
  zeroTermsReader,
} from './match_options.js';
import { booleanOf, floatOf, textOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';

export interface MatchParams {
  /** The name of the calling query, for messages. */
  readonly query: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly operator: Operator;
  readonly minimumShouldMatch: string | undefined;
  readonly analyzer: string | undefined;
  readonly lenient: boolean;
  readonly zeroTerms: ZeroTerms;
  readonly phrasesOfSynonyms?: boolean;
  readonly cutoff?: number | undefined;
  readonly fuzzy: FuzzyOptions;
}

export const match: QueryType<MatchParams> = {
  name: 'match',
  parse(body, context) {
    const shape = {
      query: 'match',
      valueOption: 'query',
      missing: () => parsingError(context, 'No text specified for text query', body),
    };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    const fuzzy = defaultFuzzyOptions();
    const params = defaults(field, fuzzy);
    const readers = {
      ...matchReaders(params, context),
      ...fuzzyReaders(fuzzy, MATCH_FUZZY_NAMES, 'match'),
    };
    const header = readOptions({ query: 'match', options, context, trailing }, readers);
    if (params.value === null) throw shape.missing();
    return { ...header, params };
  },
  ...LEAF,
  needs: ({ fuzzy, value }) => needsOf(fuzzy.fuzziness === undefined ? 'light' : 'heavy', value),
  bind: bindMatch,
};

type MatchDraft = Draft<Required<MatchParams>>;

function defaults(field: string, fuzzy: FuzzyOptions): MatchDraft {
  return {
    query: 'match',
    field,
    value: null,
    operator: 'or',
    minimumShouldMatch: undefined,
    analyzer: undefined,
    lenient: false,
    zeroTerms: 'none',
    phrasesOfSynonyms: true,
    cutoff: undefined,
    fuzzy,
  };
}

function matchReaders(params: MatchDraft, context: QueryParseContext) {
  return {
    ...searchedTextReaders('match', params, context),
    ...wordReaders(params),
    ...zeroTermsReader(params, context),
    ...synonymsReader(params),
    lenient: intoDraft(params, 'lenient', booleanOf),
    cutoff_frequency: intoDraft(params, 'cutoff', floatOf),
  };
}

export function bindMatch(params: MatchParams, context: QueryShardContext): Query {
  checkAnalyzer(context, params);
  checkFuzzyRewrite(params.fuzzy);
  const field = context.mapping.field(params.field);
  if (!field) return unmappedFieldQuery(params.field);
  if (!field.cutsQueries && params.analyzer === undefined) {
    const words = fuzzyWords(params.fuzzy);
    return leniently(params.lenient, field.name, () =>
      words
        ? fuzzyTextQuery({ field, context }, params.value, words)
        : wholeTextQuery(field, params.value, context),
    );
  }
  const analyzer = searchAnalyzer(context, field, params);
  return leniently(params.lenient, field.name, () =>
    wordsQuery(
      { field, analyzer, context, fuzzy: fuzzyWords(params.fuzzy), lenient: params.lenient },
      textOf(params.value),
      params,
    ),
  );
}
