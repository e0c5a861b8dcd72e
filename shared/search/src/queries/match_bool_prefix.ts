/** `match_bool_prefix`: a `match` query whose last word is a prefix. */

import type { JsonValue } from '@skein/content';
import { areWords, type MappedField } from '@skein/mapping';
import type { Query } from '@skein/search_library';
import { graphClauses } from '../text/graph_query.js';
import { leniently } from '../text/leniently.js';
import { phrasePrefixQuery } from '../text/phrase_prefix_query.js';
import { analyzedText } from '../text/query_text.js';
import type { GraphPiece } from '../text/text_graph.js';
import { placesOfTokens } from '../text/text_places.js';
import {
  combineWords,
  graphOf,
  hasPhrases,
  type Operator,
  placeQuery,
  requirePositions,
  type TextTarget,
  wayPhrase,
  zeroTermsQuery,
} from '../text/text_query.js';
import { wholeTextQuery } from '../text/whole_text_query.js';
import { type MissingPart, missingPart, readFieldQuery, requireFieldName } from './field_query.js';
import {
  checkFuzzyRewrite,
  defaultFuzzyOptions,
  type FuzzyOptions,
  fuzzyReaders,
  fuzzyWords,
  MATCH_FUZZY_NAMES,
} from './fuzzy_options.js';
import { readOptions } from './header.js';
import type { Draft } from './into_draft.js';
import {
  checkAnalyzer,
  searchAnalyzer,
  searchedTextReaders,
  unmappedFieldQuery,
  wordReaders,
} from './match_options.js';
import { textOf } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';

interface MatchBoolPrefixParams {
  readonly query: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly operator: Operator;
  readonly minimumShouldMatch: string | undefined;
  readonly analyzer: string | undefined;
  readonly lenient: boolean;
  /** The fuzziness of all words but the last. */
  readonly fuzzy: FuzzyOptions;
}

export const match_bool_prefix: QueryType<MatchBoolPrefixParams> = {
  name: 'match_bool_prefix',
  parse(body, context) {
    const query = 'match_bool_prefix';
    const missing = (what: MissingPart) => missingPart('match_bool_prefix', what);
    const shape = { query, valueOption: 'query', missing };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    const fuzzy = defaultFuzzyOptions();
    const params: Draft<MatchBoolPrefixParams> = {
      query,
      field,
      value: null,
      operator: 'or',
      minimumShouldMatch: undefined,
      analyzer: undefined,
      lenient: false,
      fuzzy,
    };
    const header = readOptions(
      { query, options, context, trailing },
      {
        ...searchedTextReaders(query, params, context),
        ...wordReaders(params),
        ...fuzzyReaders(fuzzy, MATCH_FUZZY_NAMES, query),
      },
    );
    requireFieldName(field, () => missing('fieldName'));
    if (params.value === null) throw missing('query value');
    return { ...header, params };
  },
  ...LEAF,
  needs: ({ value }) => needsOf('heavy', value),
  bind: bindMatchBoolPrefix,
};

export function bindMatchBoolPrefix(
  params: MatchBoolPrefixParams,
  context: QueryShardContext,
): Query {
  checkAnalyzer(context, params);
  checkFuzzyRewrite(params.fuzzy);
  const field = context.mapping.field(params.field);
  if (!field) return unmappedFieldQuery(params.field);
  const text = textOf(params.value);
  if (!field.cutsQueries && params.analyzer === undefined) {
    return leniently(params.lenient, field.name, () =>
      hasWords(field)
        ? field.prefixQuery(text, false, context)
        : wholeTextQuery(field, text, context),
    );
  }
  const analyzer = searchAnalyzer(context, field, params);
  const { tokens, finalOffset } = analyzedText(analyzer, text);
  const { lenient } = params;
  const target = { field, analyzer, context, fuzzy: fuzzyWords(params.fuzzy), lenient };
  const graph = graphOf(target, tokens);
  if (graph) return combineWords(wordsOfGraph(target, graph, params), params, context);
  const places = placesOfTokens(tokens);
  const last = tokens.at(-1);
  if (last === undefined) return zeroTermsQuery('none');
  // The last word is a prefix only if the text ends with it and no other word stands at its
  // position.
  const isAlone = tokens.length === 1 || last.positionIncrement > 0;
  const isBegun = isAlone && last.endOffset === finalOffset;
  const whole = isBegun ? places.slice(0, -1) : places;
  const words = whole.map((place) => placeQuery(target, place));
  if (isBegun) words.push(beginningQuery(target, last.term));
  return combined(words, params, context);
}

function beginningQuery({ field, context, lenient = false }: TextTarget, start: string): Query {
  return leniently(lenient, field.name, () => field.prefixQuery(start, false, context));
}

/** The clauses of a graph; its end is a prefix wherever the graph ends. */
function wordsOfGraph(
  target: TextTarget,
  graph: readonly GraphPiece[],
  { fuzzy }: MatchBoolPrefixParams,
): readonly Query[] {
  const { field } = target;
  const { maxExpansions } = fuzzy;
  return graphClauses(graph, {
    placeQuery: (place) => placeQuery(target, place),
    phraseQuery: (places) => wayPhrase(field, places),
    asPhrases: hasPhrases(field),
    beginning: {
      word: (term) => beginningQuery(target, term),
      phrase: (places) => {
        requirePositions(field, 'phrase prefix');
        return phrasePrefixQuery(field.spec.name, places, { slop: 0, maxExpansions });
      },
    },
  });
}

/**
 * True for fields of words. Numbers and similar values have no prefixes: the whole value is
 * searched for.
 */
function hasWords({ name, values }: MappedField): boolean {
  if (['_id', '_index', '_field_names'].includes(name)) return false;
  return areWords(values);
}

function combined(
  clauses: readonly Query[],
  params: MatchBoolPrefixParams,
  context: QueryShardContext,
): Query {
  const [only] = clauses;
  return clauses.length === 1 && only ? only : combineWords(clauses, params, context);
}
