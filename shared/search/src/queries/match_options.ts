/**
 * Options that the match family shares: operator, analyzer, zero_terms_query, minimum_should_match,
 * fuzziness.
 */
import type { Analyzer } from '@skein/analysis';
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { matchNoneQuery, type Query } from '@skein/search_library';
import type { Operator, ZeroTerms } from '../text/text_query.js';
import type { OptionReaders } from './header.js';
import { intoDraft } from './into_draft.js';
import { booleanOf, integerOf, textOf, textOrNull } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import { namedAnalyzer, type QueryShardContext } from './query_shard_context.js';

export function operatorOf(value: JsonValue): Operator {
  const upper = textOf(value).toUpperCase();
  if (upper === 'AND' || upper === 'OR') return upper === 'AND' ? 'and' : 'or';
  throw new ApiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.index.query.Operator.${upper}`,
  );
}

function zeroTermsOf(value: JsonValue, context: QueryParseContext): ZeroTerms {
  const text = textOf(value).toLowerCase();
  if (text === 'none' || text === 'all') return text;
  throw parsingError(context, `Unsupported zero_terms_query value [${textOf(value)}]`);
}

/** Returns the search value: anything but an object or an array. */
export function matchValue(query: string, value: JsonValue, context: QueryParseContext): JsonValue {
  if (!isJsonObject(value) && !Array.isArray(value)) return value;
  const token = isJsonObject(value) ? 'START_OBJECT' : 'START_ARRAY';
  throw parsingError(context, `[${query}] unknown token [${token}] after [query]`, value);
}

/** The readers of the searched text and of its analyzer, which store what they read in `draft`. */
export function searchedTextReaders(
  query: string,
  draft: { value: JsonValue; analyzer: string | undefined },
  context: QueryParseContext,
): OptionReaders {
  return {
    query: (json) => {
      draft.value = matchValue(query, json, context);
    },
    analyzer: intoDraft(draft, 'analyzer', textOrNull),
  };
}

/** The readers of the options that say how many words must match. */
export function wordReaders(draft: {
  operator: Operator;
  minimumShouldMatch: string | undefined;
}): OptionReaders {
  return {
    operator: intoDraft(draft, 'operator', operatorOf),
    minimum_should_match: intoDraft(draft, 'minimumShouldMatch', textOrNull),
  };
}

export function zeroTermsReader(
  draft: { zeroTerms: ZeroTerms },
  context: QueryParseContext,
): OptionReaders {
  return { zero_terms_query: intoDraft(draft, 'zeroTerms', (json) => zeroTermsOf(json, context)) };
}

export function synonymsReader(draft: { phrasesOfSynonyms?: boolean }): OptionReaders {
  return { auto_generate_synonyms_phrase_query: intoDraft(draft, 'phrasesOfSynonyms', booleanOf) };
}

export function slopReader(draft: { slop: number }): OptionReaders {
  return { slop: intoDraft(draft, 'slop', integerOf) };
}

export function checkSlop(slop: number): void {
  if (slop < 0) throw new ApiError('illegal_argument_exception', 'No negative slop allowed.');
}

/** Returns the analyzer named in the query, else that of the field. */
export function searchAnalyzer(
  context: QueryShardContext,
  field: MappedField,
  choice: {
    readonly query: string;
    readonly analyzer: string | undefined;
    readonly quote?: boolean;
  },
): Analyzer {
  if (choice.analyzer !== undefined) return namedAnalyzer(context, choice.query, choice.analyzer);
  const own = choice.quote
    ? (field.searchQuoteAnalyzer ?? field.searchAnalyzer)
    : field.searchAnalyzer;
  return own ?? context.analysis.defaultSearchAnalyzer;
}

/** Checks the analyzer's name before any field is resolved. */
export function checkAnalyzer(
  context: QueryShardContext,
  { query, analyzer }: { readonly query: string; readonly analyzer: string | undefined },
): void {
  if (analyzer !== undefined) namedAnalyzer(context, query, analyzer);
}

/** The query that replaces a text query on an unmapped field. */
export function unmappedFieldQuery(field = ''): Query {
  return matchNoneQuery(`unmapped fields [${field}]`);
}
