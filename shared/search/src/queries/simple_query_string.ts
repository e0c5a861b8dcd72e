/** `simple_query_string`: a small query language without syntax errors. */
import { isJsonArray, type JsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { matchNoneQuery, type Query } from '@skein/search_library';
import { simpleLeafQuery } from '../query_string/simple_leaf.js';
import { parseSimple, type SimpleOperator } from '../query_string/simple_parser.js';
import {
  type BoostedName,
  boostedNames,
  defaultFields,
  isLenient,
  resolveFields,
} from '../text/field_list.js';
import { withMinimum } from '../text/minimum_should_match.js';
import { defaultFuzzyOptions, type FuzzyOptions, fuzzyReaders } from './fuzzy_options.js';
import { BY_TOKEN, type Manners, notSupported, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { operatorOf } from './match_options.js';
import { booleanOf, integerOf, textOf, textOrNull, textsOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import { namedAnalyzer, type QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';

interface Params {
  readonly text: string | undefined;
  readonly names: readonly BoostedName[];
  readonly defaultOperator: 'and' | 'or';
  readonly analyzer: string | undefined;
  readonly operators: ReadonlySet<SimpleOperator>;
  /** `undefined` means lenient if all fields are searched. */
  readonly lenient: boolean | undefined;
  readonly analyzeWildcard: boolean;
  readonly minimumShouldMatch: string | undefined;
  readonly quoteFieldSuffix: string;
  readonly phrasesOfSynonyms: boolean;
  readonly fuzzy: FuzzyOptions;
}

const NAME = 'simple_query_string';

/** The bits of a numeric `flags`, in order; `near` is another name of `SLOP`. */
const OPERATORS: readonly SimpleOperator[] = [
  'and',
  'not',
  'or',
  'prefix',
  'phrase',
  'precedence',
  'escape',
  'whitespace',
  'fuzzy',
  'near',
];

const FUZZY_NAMES = {
  prefixLength: 'fuzzy_prefix_length',
  maxExpansions: 'fuzzy_max_expansions',
  transpositions: 'fuzzy_transpositions',
  rewrite: 'fuzzy_rewrite',
};

export const simple_query_string: QueryType<Params & { readonly text: string }> = {
  name: NAME,
  parse(body, context) {
    const fuzzy = defaultFuzzyOptions();
    const params: Draft<Params> = {
      text: undefined,
      names: [],
      defaultOperator: 'or',
      analyzer: undefined,
      operators: new Set(OPERATORS),
      lenient: undefined,
      analyzeWildcard: false,
      minimumShouldMatch: undefined,
      quoteFieldSuffix: '',
      phrasesOfSynonyms: true,
      fuzzy,
    };
    const {
      fuzziness: _edits,
      fuzzy_rewrite: _rewrite,
      ...readers
    } = fuzzyReaders(fuzzy, FUZZY_NAMES);
    const header = readOptions(
      { query: NAME, options: body, context, manners: MANNERS },
      { ...readers, ...optionReaders(params, context) },
    );
    const { text } = params;
    if (text === undefined) {
      throw parsingError(context, '[simple_query_string] query text missing', body);
    }
    return { ...header, params: { ...params, text } };
  },
  ...LEAF,
  needs: ({ text }) => needsOf('heavy', text),
  bind: (params, shard) => bind(params.text, params, shard),
};

const MANNERS: Manners = {
  ...BY_TOKEN,
  array: 'unsupported',
  unsupported: (query, option, json) =>
    isJsonArray(json) ? notSupported(query, option) : `[${query}] unsupported field [${option}]`,
};

function optionReaders(params: Draft<Params>, context: QueryParseContext) {
  return {
    query: intoDraft(params, 'text', textOrNull),
    fields: {
      array: (json: JsonArray) => {
        params.names = boostedNames(textsOf(json, context.locate));
      },
    },
    default_operator: intoDraft(params, 'defaultOperator', operatorOf),
    analyzer: intoDraft(params, 'analyzer', textOrNull),
    flags: intoDraft(params, 'operators', operatorsOf),
    lenient: intoDraft(params, 'lenient', booleanOf),
    analyze_wildcard: intoDraft(params, 'analyzeWildcard', booleanOf),
    minimum_should_match: intoDraft(params, 'minimumShouldMatch', textOrNull),
    quote_field_suffix: intoDraft(
      params,
      'quoteFieldSuffix',
      (json: JsonValue) => textOrNull(json) ?? '',
    ),
    // Affects only synonyms of several words. The value must be valid in any case.
    auto_generate_synonyms_phrase_query: intoDraft(params, 'phrasesOfSynonyms', booleanOf),
  };
}

/**
 * Parses `AND|OR|PREFIX`, `ALL`, `NONE`, or the sum of their bits. As in OpenSearch, an empty text
 * means all of them, and an empty name none.
 */
function operatorsOf(json: JsonValue): ReadonlySet<SimpleOperator> {
  if (typeof json === 'number') {
    integerOf(json);
    const bits = json < 0 ? ~0 : json;
    return new Set(OPERATORS.filter((_operator, i) => (bits & (1 << i)) !== 0));
  }
  const text = textOf(json);
  if (text === '') return new Set(OPERATORS);
  const chosen = new Set<SimpleOperator>();
  for (const name of text.split('|')) {
    if (name === '') continue;
    const lower = name.toLowerCase();
    if (lower === 'all') return new Set(OPERATORS);
    if (lower === 'none') return new Set();
    const operator = OPERATORS.find((each) => each === (lower === 'slop' ? 'near' : lower));
    if (!operator) {
      const reason = `Unknown simple_query_string flag [${name}]`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    chosen.add(operator);
  }
  return chosen;
}

function bind(text: string, params: Params, context: QueryShardContext): Query {
  const names = params.names.length === 0 ? defaultFields(context) : params.names;
  const fields = resolveFields(names, context);
  const { analyzer, operators, defaultOperator, quoteFieldSuffix } = params;
  if (analyzer !== undefined) namedAnalyzer(context, NAME, analyzer);
  const quoted = fields.map((each) => ({
    ...each,
    field: context.mapping.field(each.field.name + quoteFieldSuffix) ?? each.field,
  }));
  const lenient = isLenient(params.lenient, names);
  const options = { ...params, query: NAME, fields, quoted, lenient, context };
  const leaf = (one: Parameters<typeof simpleLeafQuery>[0]) => simpleLeafQuery(one, options);
  const { maxClauseCount } = context;
  const query = parseSimple(text, { operators, defaultOperator, leaf, maxClauseCount });
  if (query === undefined) return matchNoneQuery('empty string passed to query parser');
  return withMinimum(query, params.minimumShouldMatch);
}
