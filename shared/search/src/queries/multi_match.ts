/** `multi_match`: one text searched in several fields. */
import { isJsonArray, type JsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { boostQuery, disjunctionMaxQuery, type Query } from '@skein/search_library';
import { crossFieldsQuery } from '../text/cross_fields.js';
import {
  type BoostedField,
  type BoostedName,
  defaultFields,
  isLenient,
  positivelyBoostedName,
  resolveFields,
} from '../text/field_list.js';
import { checkFuzzyRewrite, defaultFuzzyOptions, fuzzyReaders } from './fuzzy_options.js';
import { readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { bindMatch, type MatchParams } from './match.js';
import { bindMatchBoolPrefix } from './match_bool_prefix.js';
import {
  checkAnalyzer,
  checkSlop,
  searchedTextReaders,
  slopReader,
  synonymsReader,
  unmappedFieldQuery,
  wordReaders,
  zeroTermsReader,
} from './match_options.js';
import { bindMatchPhrase } from './match_phrase.js';
import { bindMatchPhrasePrefix, DEFAULT_MAX_EXPANSIONS } from './match_phrase_prefix.js';
import { booleanOf, floatOf, integerOf, textOf, textsOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';

const TYPES = [
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
] as const;
export type MultiMatchType = (typeof TYPES)[number];

/** The types that allow fuzzy words. */
const FUZZY_TYPES: ReadonlySet<MultiMatchType> = new Set([
  'best_fields',
  'most_fields',
  'bool_prefix',
]);

interface MultiMatchParams extends Omit<MatchParams, 'field' | 'lenient'> {
  /** `undefined` means lenient if all fields are searched. */
  readonly lenient: boolean | undefined;
  readonly names: readonly BoostedName[];
  readonly type: MultiMatchType;
  /** `undefined` means the default of the type. */
  readonly tieBreaker: number | undefined;
  readonly slop: number;
  readonly maxExpansions: number;
}

/** The parameters of the query on each field. */
type FieldParams = Omit<MultiMatchParams, 'names' | 'lenient'> & { readonly lenient: boolean };
export const multi_match: QueryType<MultiMatchParams> = {
  name: 'multi_match',
  parse(body, context) {
    const fuzzy = defaultFuzzyOptions();
    const params: Draft<MultiMatchParams> = {
      query: 'multi_match',
      value: null,
      names: [],
      type: 'best_fields',
      operator: 'or',
      minimumShouldMatch: undefined,
      analyzer: undefined,
      lenient: undefined,
      zeroTerms: 'none',
      tieBreaker: undefined,
      slop: 0,
      maxExpansions: DEFAULT_MAX_EXPANSIONS,
      fuzzy,
    };
    const readers = {
      ...fuzzyReaders(fuzzy),
      ...textReaders(params, context),
      ...shapeReaders(params, context),
      max_expansions: (json: JsonValue) => {
        params.maxExpansions = atLeast(1, json, 'Max expansions must be strictly great than zero.');
        fuzzy.maxExpansions = params.maxExpansions;
      },
      prefix_length: intoDraft(fuzzy, 'prefixLength', (json: JsonValue) =>
        atLeast(0, json, 'No negative prefix length allowed.'),
      ),
    };
    const header = readOptions({ query: 'multi_match', options: body, context }, readers);
    if (params.value === null) {
      throw parsingError(context, 'No text specified for multi_match query', body);
    }
    if (body.type === 'bool_prefix') refuseForBoolPrefix(body);
    if (fuzzy.fuzziness && !FUZZY_TYPES.has(params.type)) {
      const reason = `Fuzziness not allowed for type [${params.type}]`;
      throw parsingError(context, reason, body);
    }
    checkSlop(params.slop);
    return { ...header, params };
  },
  ...LEAF,
  needs: (params) => needsOf(namesItsFields(params) ? 'light' : 'heavy', params.value),
  bind: bindMultiMatch,
};

function atLeast(least: number, json: JsonValue, fault: string): number {
  const number = integerOf(json);
  if (number >= least) return number;
  throw new ApiError('illegal_argument_exception', fault);
}

/** Words in some fields, as they are written. */
function namesItsFields({ type, fuzzy, names }: MultiMatchParams): boolean {
  if (type !== 'best_fields' || fuzzy.fuzziness !== undefined) return false;
  return names.length > 0 && names.every(({ name }) => !name.includes('*'));
}

/** The types that add the full score of every field. */
const ADDITIVE_TYPES: ReadonlySet<MultiMatchType> = new Set(['most_fields', 'bool_prefix']);

/** Refuses options that are meaningless when the last word is a prefix. */
function refuseForBoolPrefix(body: JsonObject): void {
  const refused = ['slop', 'cutoff_frequency'].find(
    (option) => Object.hasOwn(body, option) && !isUsual(option, body[option]),
  );
  if (refused === undefined) return;
  throw new ApiError('parsing_exception', `[${refused}] not allowed for type [bool_prefix]`);
}

function isUsual(option: string, given: JsonValue = null): boolean {
  return option === 'slop' && Number(given) === 0;
}

function textReaders(params: Draft<MultiMatchParams>, context: QueryParseContext) {
  return {
    ...searchedTextReaders('multi_match', params, context),
    ...wordReaders(params),
    ...zeroTermsReader(params, context),
    // Affects multi-word synonyms only: without them it has no effect, but must be valid.
    ...synonymsReader(params),
    lenient: intoDraft(params, 'lenient', booleanOf),
  };
}

function shapeReaders(params: Draft<MultiMatchParams>, context: QueryParseContext) {
  const names = (json: JsonValue) => {
    params.names = namesOf(isJsonArray(json) ? json : [json], context);
  };
  const notFields = () => {
    throw parsingError(context, '[multi_match] query does not support [fields]');
  };
  return {
    fields: { value: names, array: names, object: notFields, null: notFields },
    type: intoDraft(params, 'type', multiMatchType),
    tie_breaker: intoDraft(params, 'tieBreaker', floatOf),
    ...slopReader(params),
    cutoff_frequency: intoDraft(params, 'cutoff', floatOf),
  };
}

/** If a name occurs twice, its last boost counts. */
function namesOf(json: JsonArray, { locate }: QueryParseContext): readonly BoostedName[] {
  const names = textsOf(json, locate).map(positivelyBoostedName);
  return [...new Map(names.map((each) => [each.name, each])).values()];
}

export function multiMatchType(json: JsonValue): MultiMatchType {
  const text = textOf(json);
  const type = text === 'boolean' ? 'best_fields' : TYPES.find((each) => each === text);
  if (type) return type;
  throw new ApiError(
    'parse_exception',
    `failed to parse [multi_match] query type [${text}]. unknown type.`,
  );
}

function bindMultiMatch(params: MultiMatchParams, context: QueryShardContext): Query {
  checkAnalyzer(context, params);
  checkFuzzyRewrite(params.fuzzy);
  const names = params.names.length === 0 ? defaultFields(context) : params.names;
  const fields = resolveFields(names, context);
  const lenient = isLenient(params.lenient, names);
  if (fields.length === 0) return unmappedFieldQuery();
  return matchInFields(fields, { ...params, lenient }, context);
}

/** Builds the query on at least one field according to the type. */
export function matchInFields(
  fields: readonly BoostedField[],
  params: FieldParams,
  context: QueryShardContext,
): Query {
  const tieBreaker = params.tieBreaker ?? (ADDITIVE_TYPES.has(params.type) ? 1 : 0);
  if (params.type === 'cross_fields') {
    return crossFieldsQuery(fields, textOf(params.value), { ...params, tieBreaker, context });
  }
  const queries = fields.map((each) => oneField(params, each, context));
  const [only] = queries;
  if (only && queries.length === 1) return only;
  return disjunctionMaxQuery(queries, tieBreaker);
}

function oneField(
  params: FieldParams,
  { field, boost }: BoostedField,
  context: QueryShardContext,
): Query {
  const query = bindType({ ...params, field: field.name }, context);
  return boost === 1 ? query : boostQuery(query, boost);
}

function bindType(
  params: FieldParams & { readonly field: string },
  context: QueryShardContext,
): Query {
  if (params.type === 'phrase') return bindMatchPhrase(params, context);
  if (params.type === 'phrase_prefix') return bindMatchPhrasePrefix(params, context);
  if (params.type === 'bool_prefix') return bindMatchBoolPrefix(params, context);
  return bindMatch(params, context);
}
