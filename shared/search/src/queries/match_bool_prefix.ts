/** `match_bool_prefix`: as `match`, the last word being the beginning of one. */
import type { JsonValue } from '@skein/content';
import type { MappedField } from '@skein/mapping';
import type { Query } from '@skein/search_library';
import { placesOfTokens } from '../text/text_places.js';
import { combineWords, type Operator, placeQuery, zeroTermsQuery } from '../text/text_query.js';
import { type MissingPart, missingPart, readFieldQuery, requireFieldName } from './field_query.js';
import {
  defaultFuzzyOptions,
  type FuzzyOptions,
  fuzzyReaders,
  fuzzyWords,
} from './fuzzy_options.js';
import { readOptions } from './header.js';
import {
  leniently,
  matchValue,
  operatorOf,
  searchAnalyzer,
  unmappedFieldQuery,
} from './match_options.js';
import { textOf, textOrNull } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, HEAVY_NOW, LEAF, mentionsNow, type QueryType } from './query_type.js';

export interface MatchBoolPrefixParams {
  readonly query: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly operator: Operator;
  readonly minimumShouldMatch: string | undefined;
  readonly analyzer: string | undefined;
  readonly lenient: boolean;
  /** Of all words but the last. */
  readonly fuzzy: FuzzyOptions;
}

export const match_bool_prefix: QueryType<MatchBoolPrefixParams> = {
  name: 'match_bool_prefix',
  parse(body, context) {
    const query = 'match_bool_prefix';
    const missing = (what: MissingPart) => missingPart('match_bool_prefix', what);
    const shape = { query, valueOption: 'query', missing };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    let value: JsonValue = null;
    let operator: Operator = 'or';
    let minimumShouldMatch: string | undefined;
    let analyzer: string | undefined;
    const fuzzy = defaultFuzzyOptions();
    const header = readOptions(
      { query, options, context, trailing },
      {
        query: (json) => {
          value = matchValue(query, json, context);
        },
        operator: (json) => {
          operator = operatorOf(json);
        },
        minimum_should_match: (json) => {
          minimumShouldMatch = textOrNull(json);
        },
        analyzer: (json) => {
          analyzer = textOrNull(json);
        },
        ...fuzzyReaders(fuzzy),
      },
    );
    requireFieldName(field, () => missing('fieldName'));
    if (value === null) throw missing('query value');
    const params = {
      query,
      field,
      value,
      operator,
      minimumShouldMatch,
      analyzer,
      lenient: false,
      fuzzy,
    };
    return { ...header, params };
  },
  ...LEAF,
  needs: ({ value }) => (mentionsNow(value) ? HEAVY_NOW : HEAVY),
  bind: bindMatchBoolPrefix,
};

export function bindMatchBoolPrefix(
  params: MatchBoolPrefixParams,
  context: QueryShardContext,
): Query {
  const field = context.mapping.field(params.field);
  if (!field) return unmappedFieldQuery(params.field);
  const text = textOf(params.value);
  if (!field.isText && params.analyzer === undefined) {
    return leniently(params.lenient, field.name, () =>
      hasWords(field) ? field.prefixQuery(text, false, context) : field.termQuery(text, context),
    );
  }
  const analyzer = searchAnalyzer(context, field, params);
  const { tokens, finalOffset } = analyzer.analyze(text);
  const places = placesOfTokens(tokens);
  const last = places.at(-1);
  if (last === undefined) return zeroTermsQuery('none');
  const target = { field, analyzer, context, fuzzy: fuzzyWords(params.fuzzy) };
  // Only a word that the text ends with may go on.
  const isBegun = tokens.at(-1)?.endOffset === finalOffset;
  const whole = isBegun ? places.slice(0, -1) : places;
  const words = whole.map((place) => placeQuery(target, place));
  if (!isBegun) return combined(words, params, context);
  const begun = last.terms.map((term) => field.prefixQuery(term, false, context));
  return combined([...words, ...begun], params, context);
}

/** Numbers and their like have no beginnings: the whole value is looked for. */
function hasWords({ name, values: { kind } }: MappedField): boolean {
  if (['_id', '_index', '_field_names'].includes(name)) return false;
  return !['number', 'instant', 'truth', 'address'].includes(kind);
}

function combined(
  clauses: readonly Query[],
  params: MatchBoolPrefixParams,
  context: QueryShardContext,
): Query {
  const [only] = clauses;
  return clauses.length === 1 && only ? only : combineWords(clauses, params, context);
}
