/** `query_string`: Lucene's query syntax in one text; `q=` of the search endpoints uses it too. */

import type { JsonArray, JsonObject, JsonValue } from '@skein/content';
import { parseTimeZone } from '@skein/dates';
import { ApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import { bindQueryString, emptyQueryString, type QueryStringParams } from '../query_string/bind.js';
import { parseQueryString, tooManyClauses } from '../query_string/parser.js';
import { type BoostedName, boostedNames, positivelyBoostedName } from '../text/field_list.js';
import { isOfSyntax } from '../text/leniently.js';
import { defaultFuzzyOptions, fuzzyReaders } from './fuzzy_options.js';
import { BY_TOKEN, type Manners, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { operatorOf } from './match_options.js';
import { multiMatchType } from './multi_match.js';
import { booleanOf, floatOf, integerOf, textOf, textOrNull, textsOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import { namedAnalyzer, type QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';
import { DEFAULT_MAX_DETERMINIZED_STATES } from './regexp.js';
import { rewriteMethod } from './rewrite_method.js';

const FUZZY_NAMES = {
  prefixLength: 'fuzzy_prefix_length',
  maxExpansions: 'fuzzy_max_expansions',
  transpositions: 'fuzzy_transpositions',
  rewrite: 'fuzzy_rewrite',
};

interface Params extends Omit<QueryStringParams, 'lenient'> {
  /** The index's setting if not given. */
  readonly lenient: boolean | undefined;
  readonly text: string | undefined;
  readonly defaultField: BoostedName | undefined;
  /** If true, all special characters are literal. */
  readonly escape: boolean;
}

export const query_string: QueryType<Params & { readonly text: string }> = {
  name: 'query_string',
  parse(body, context) {
    const fuzzy = defaultFuzzyOptions();
    const params: Draft<Params> = {
      text: undefined,
      escape: false,
      names: [],
      defaultField: undefined,
      defaultOperator: 'or',
      analyzer: undefined,
      quoteAnalyzer: undefined,
      quoteFieldSuffix: '',
      phrasesOfSynonyms: true,
      phraseSlop: 0,
      tieBreaker: 0,
      lenient: undefined,
      analyzeWildcard: false,
      allowLeadingWildcard: true,
      minimumShouldMatch: undefined,
      timeZone: undefined,
      type: 'best_fields',
      fuzzy,
      rewrite: undefined,
      maxDeterminizedStates: DEFAULT_MAX_DETERMINIZED_STATES,
    };
    const readers = {
      ...fuzzyReaders(fuzzy, FUZZY_NAMES),
      ...textReaders(params),
      ...shapeReaders(params, context),
    };
    const header = readOptions(
      { query: 'query_string', options: body, context, manners: MANNERS },
      readers,
    );
    if (params.text === undefined) {
      throw parsingError(context, '[query_string] must be provided with a [query]', body);
    }
    const text = params.text;
    return { ...header, params: { ...params, text } };
  },
  ...LEAF,
  needs: ({ text }) => needsOf('heavy', text),
  bind: ({ text, ...params }, shard) => bindText(text, params, shard),
};

const MANNERS: Manners = { ...BY_TOKEN, array: 'unsupported' };

function textReaders(params: Draft<Params>) {
  return {
    query: intoDraft(params, 'text', textOrNull),
    default_operator: intoDraft(params, 'defaultOperator', operatorOf),
    analyzer: intoDraft(params, 'analyzer', textOrNull),
    quote_analyzer: intoDraft(params, 'quoteAnalyzer', textOrNull),
    quote_field_suffix: intoDraft(
      params,
      'quoteFieldSuffix',
      (json: JsonValue) => textOrNull(json) ?? '',
    ),
    phrase_slop: intoDraft(params, 'phraseSlop', integerOf),
    lenient: intoDraft(params, 'lenient', booleanOf),
    analyze_wildcard: intoDraft(params, 'analyzeWildcard', booleanOf),
    allow_leading_wildcard: intoDraft(params, 'allowLeadingWildcard', booleanOf),
    minimum_should_match: intoDraft(params, 'minimumShouldMatch', textOrNull),
    time_zone: (json: JsonValue) => {
      params.timeZone = textOrNull(json);
      if (params.timeZone !== undefined) parseTimeZone(params.timeZone);
    },
    escape: intoDraft(params, 'escape', booleanOf),
    tie_breaker: intoDraft(params, 'tieBreaker', floatOf),
  };
}

function shapeReaders(params: Draft<Params>, context: QueryParseContext) {
  return {
    default_field: intoDraft(params, 'defaultField', (json: JsonValue) =>
      json === null ? undefined : positivelyBoostedName(textOf(json)),
    ),
    fields: {
      array: (json: JsonArray) => {
        params.names = boostedNames(textsOf(json, context.locate));
      },
    },
    type: (json: JsonValue) => {
      params.type = multiMatchType(json);
      if (params.type === 'most_fields') params.tieBreaker = 1;
    },
    rewrite: intoDraft(params, 'rewrite', textOrNull),
    max_determinized_states: intoDraft(params, 'maxDeterminizedStates', integerOf),
    enable_position_increments: (json: JsonValue) => void booleanOf(json),
    auto_generate_synonyms_phrase_query: intoDraft(params, 'phrasesOfSynonyms', booleanOf),
  };
}

/** The query for `q=` and its related parameters. */
export function queryStringJson(options: JsonObject): JsonObject {
  return { query_string: options };
}

/** The index setting that applies unless the query has its own. */
const LENIENT = 'index.query_string.lenient';

function bindText(text: string, given: Omit<Params, 'text'>, context: QueryShardContext): Query {
  const params = { ...given, names: namesOf(given) };
  checkNames(params, context);
  if (text.trim() === '') return emptyQueryString();
  const source = params.escape ? text.replace(/[\\+\-!():^[\]"{}~*?|&/]/g, '\\$&') : text;
  try {
    const byDefault = context.settings.get(LENIENT) === 'true' ? true : undefined;
    const lenient = params.lenient ?? byDefault;
    const { maxClauseCount } = context;
    const root = parseQueryString(source, { ...params, maxClauseCount });
    return bindQueryString(root, { ...params, lenient }, context);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const cause =
      thrown.type === 'too_many_clauses' ? tooManyClauses(source, context.maxClauseCount) : thrown;
    if (!isOfSyntax(cause)) throw thrown;
    throw new ApiError('query_shard_exception', `Failed to parse query [${text}]`, { cause });
  }
}

function namesOf({ names, defaultField }: Omit<Params, 'text'>): readonly BoostedName[] {
  if (defaultField === undefined) return names;
  if (names.length === 0) return [defaultField];
  throw new ApiError(
    'query_validation_exception',
    'Validation Failed: 1: [query_string] cannot use [fields] parameter in conjunction with [default_field];',
  );
}

/** The names of analyzers and scoring methods are checked before the text. */
function checkNames(
  { analyzer, quoteAnalyzer, fuzzy, rewrite }: Omit<Params, 'text'>,
  context: QueryShardContext,
): void {
  if (analyzer !== undefined) namedAnalyzer(context, 'query_string', analyzer);
  if (quoteAnalyzer !== undefined && !context.analysis.analyzer(quoteAnalyzer)) {
    const reason = `[query_string] quote_analyzer [${quoteAnalyzer}] not found`;
    throw new ApiError('query_shard_exception', reason);
  }
  for (const name of [fuzzy.rewrite, rewrite]) if (name !== undefined) rewriteMethod(name);
}
