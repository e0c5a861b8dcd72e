/** `match`: the words of a text in any order. On fields that are not text it is an exact `term`. */
import type { JsonValue } from '@skein/content';
import type { Query } from '@skein/search_library';
import { type Operator, wordsQuery, type ZeroTerms } from '../text/text_query.js';
import { readFieldQuery } from './field_query.js';
import { readOptions } from './header.js';
import {
  leniently,
  matchValue,
  operatorOf,
  refuseFuzziness,
  searchAnalyzer,
  unmappedFieldQuery,
  zeroTermsOf,
} from './match_options.js';
import { booleanOf, integerOf, textOf, textOrNull } from './options.js';
import type { QueryType } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

export interface MatchParams {
  /** Name of the query asking, for messages. */
  readonly query: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly operator: Operator;
  readonly minimumShouldMatch: string | undefined;
  readonly analyzer: string | undefined;
  readonly lenient: boolean;
  readonly zeroTerms: ZeroTerms;
}

export const match: QueryType = {
  name: 'match',
  parse(body, context) {
    const shape = {
      query: 'match',
      valueOption: 'query',
      outerHeader: false,
      missing: () => parsingError(context, 'No text specified for text query', body),
    };
    const { field, options } = readFieldQuery(shape, body, context);
    const params = defaults(field);
    const readers = matchReaders(params, context);
    const header = readOptions({ query: 'match', options, context }, readers);
    if (params.value === null) throw shape.missing();
    return { ...header, toQuery: (shard) => bindMatch(params, shard) };
  },
};

function defaults(field: string) {
  return {
    query: 'match',
    field,
    value: null as JsonValue,
    operator: 'or' as Operator,
    minimumShouldMatch: undefined as string | undefined,
    analyzer: undefined as string | undefined,
    lenient: false,
    zeroTerms: 'none' as ZeroTerms,
  };
}

function matchReaders(params: ReturnType<typeof defaults>, context: QueryParseContext) {
  return {
    query: (value: JsonValue) => {
      params.value = matchValue('match', value, context);
    },
    operator: (value: JsonValue) => {
      params.operator = operatorOf(value);
    },
    analyzer: (value: JsonValue) => {
      params.analyzer = textOrNull(value);
    },
    minimum_should_match: (value: JsonValue) => {
      params.minimumShouldMatch = textOrNull(value);
    },
    lenient: (value: JsonValue) => {
      params.lenient = booleanOf(value);
    },
    zero_terms_query: (value: JsonValue) => {
      params.zeroTerms = zeroTermsOf(value, context);
    },
    fuzziness: (value: JsonValue) => refuseFuzziness(value, 'match', context),
    // These refine fuzziness and multi-word synonyms; without those they change nothing, but must be well formed.
    prefix_length: (value: JsonValue) => void integerOf(value),
    max_expansions: (value: JsonValue) => void integerOf(value),
    fuzzy_transpositions: (value: JsonValue) => void booleanOf(value),
    fuzzy_rewrite: (value: JsonValue) => void textOf(value),
    auto_generate_synonyms_phrase_query: (value: JsonValue) => void booleanOf(value),
  };
}

export function bindMatch(params: MatchParams, context: QueryShardContext): Query {
  const field = context.mapping.field(params.field);
  if (!field) return unmappedFieldQuery(params.field);
  if (!field.isText && params.analyzer === undefined) {
    return leniently(params.lenient, field.name, () => field.termQuery(params.value, context));
  }
  const analyzer = searchAnalyzer(context, field, params);
  return leniently(params.lenient, field.name, () =>
    wordsQuery({ field, analyzer, context }, textOf(params.value), params),
  );
}
