/** `function_score`: modifies the scores of a query by functions of the documents. */
import { didYouMean } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type FunctionScoreOptions,
  functionScoreQuery,
  matchAllQuery,
  type WeightedFunction,
} from '@skein/search_library';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { match_all } from './match_all.js';
import { floatOf, readingAt, textOf, tokenName } from './options.js';
import type { NodeHeader, QueryNode } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, type QueryType } from './query_type.js';
import { SCORE_FUNCTIONS } from './score_functions/registry.js';
import type {
  ScoreFunctionNode,
  ScoreFunctionType,
} from './score_functions/score_function_type.js';

interface ParsedFunction {
  readonly function: ScoreFunctionNode | undefined;
  readonly weight: number | undefined;
  readonly filter: QueryNode | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Params extends FunctionScoreOptions {
  readonly query: QueryNode | undefined;
  readonly functions: readonly ParsedFunction[];
}

type Draft = Mutable<Params & NodeHeader>;

const NOT_BOTH = 'you can either define [functions] array or a single function, not both. ';

export const function_score: QueryType<Params> = {
  name: 'function_score',
  parse(body, context) {
    const draft = defaults();
    const read = readerOf(draft, context);
    for (const [key, json = null] of Object.entries(body)) {
      readingAt({ locate: context.locate, inside: body, key }, () => read(key, json));
    }
    const { boost, name, ...params } = draft;
    return { boost, name, params };
  },
  children: ({ query, functions }) => [
    ...(query ? [query] : []),
    ...functions.flatMap(({ filter }) => filter ?? []),
  ],
  withChildren: (params, children) => {
    const left = children.values();
    const query = params.query && left.next().value;
    const functions = params.functions.map((each) => ({
      ...each,
      filter: each.filter && left.next().value,
    }));
    return { ...params, query, functions };
  },
  needs: ({ functions }) => {
    const needs = functions.flatMap(({ function: one }) => (one ? functionNeeds(one) : []));
    const now = needs.some((each) => each.now);
    return { ...HEAVY, now, scripts: needs.some((each) => each.scripts) };
  },
  bind: bindFunctionScore,
  canMatch: ({ query }, point) => query === undefined || canMatch(query, point),
};

function functionNeeds({ kind, params }: ScoreFunctionNode) {
  return functionType(kind).needs(params);
}

function functionType(kind: string): ScoreFunctionType {
  const type = SCORE_FUNCTIONS.get(kind);
  if (type !== undefined) return type;
  throw new ApiError('illegal_argument_exception', `function [${kind}] is not known to this node`);
}

/** An infinite function value is capped, so that the score stays finite. */
const GREATEST_FLOAT = 3.4028234663852886e38;

function defaults(): Draft {
  return {
    query: undefined,
    functions: [],
    scoreMode: 'multiply',
    boostMode: 'multiply',
    maxBoost: GREATEST_FLOAT,
    minScore: undefined,
    boost: 1,
    name: undefined,
  };
}

function readerOf(params: Draft, context: QueryParseContext) {
  let list = false;
  let single: string | undefined;
  const refuse = (reason: string) =>
    parsingError(context, `failed to parse [function_score] query. ${reason}`);
  const checkOnly = (key: string): void => {
    if (single !== undefined) {
      const reason = `already found function [${single}], now encountering [${key}]. use [functions] array if you want to define several functions.`;
      throw refuse(reason);
    }
    if (list)
      throw refuse(`[${NOT_BOTH}already found [functions] array, now encountering [${key}].]`);
  };
  const readSingle = (key: string, json: JsonValue): void => {
    checkOnly(key);
    const read = isJsonObject(json) ? parseFunction(key, json, context) : undefined;
    if (!read && key !== 'weight') throw refuse(`field [${key}] is not supported`);
    const weight = read ? undefined : weightOf(json);
    params.functions = [{ function: read, weight, filter: undefined }];
    single = key;
  };
  return (key: string, json: JsonValue): void => {
    if (isJsonObject(json) && key === 'query') {
      if (params.query) throw refuse('[query] is already defined.');
      params.query = context.parse(json);
    } else if (isJsonObject(json)) readSingle(key, json);
    else if (isJsonArray(json)) {
      if (key !== 'functions') throw refuse(`array [${key}] is not supported`);
      if (single !== undefined) {
        throw refuse(`[${NOT_BOTH}already found [${single}], now encountering [functions].]`);
      }
      params.functions = json.map((each) => parseEntry(each, context));
      list = true;
    } else if (json !== null && !readOption(params, key, json)) readSingle(key, json);
  };
}

function readOption(params: Draft, key: string, json: JsonValue): boolean {
  switch (key) {
    case 'score_mode':
      params.scoreMode = oneOf(SCORE_MODES, json, 'FunctionScoreQuery.ScoreMode');
      return true;
    case 'boost_mode':
      params.boostMode = oneOf(BOOST_MODES, json, 'CombineFunction');
      return true;
    case 'max_boost':
      params.maxBoost = floatOf(json);
      return true;
    case 'min_score':
      params.minScore = floatOf(json);
      return true;
    case 'boost':
      params.boost = floatOf(json);
      return true;
    case '_name':
      params.name = textOf(json);
      return true;
    default:
      return false;
  }
}

const SCORE_MODES = ['first', 'avg', 'max', 'sum', 'min', 'multiply'] as const;
const BOOST_MODES = ['multiply', 'replace', 'sum', 'avg', 'max', 'min'] as const;

function oneOf<T extends string>(names: readonly T[], json: JsonValue, type: string): T {
  const text = textOf(json).toLowerCase();
  const found = names.find((name) => name === text);
  if (found) return found;
  throw new ApiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.common.lucene.search.function.${type}.${text.toUpperCase()}`,
  );
}

/** Parses an entry of `functions`: a function, a weight or both, optionally with a filter. */
function parseEntry(json: JsonValue, context: QueryParseContext): ParsedFunction {
  if (!isJsonObject(json)) {
    // OpenSearch swaps the arguments of this message.
    const reason = `failed to parse [START_OBJECT]. malformed query, expected a [${tokenName(json)}] while parsing functions but got a [function_score] instead`;
    throw parsingError(context, reason, json);
  }
  let found: ScoreFunctionNode | undefined;
  let weight: number | undefined;
  let filter: QueryNode | undefined;
  let name: string | undefined;
  const read = (key: string, value: JsonValue): void => {
    if (isJsonObject(value) && key === 'filter') filter = context.parse(value);
    else if (isJsonObject(value)) {
      if (name !== undefined) {
        const reason = `failed to parse function_score functions. already found [${name}], now encountering [${key}].`;
        throw parsingError(context, reason, json);
      }
      found = parseFunction(key, value, context);
      name = key;
    } else if (isJsonArray(value)) for (const each of value) read(key, each);
    else if (key === 'weight' && value !== null) weight = weightOf(value);
    else if (key === '_name' && value !== null) textOf(value);
    else if (value !== null) {
      const reason = `failed to parse [function_score] query. field [${key}] is not supported`;
      throw parsingError(context, reason, json);
    }
  };
  for (const [key, value = null] of Object.entries(json)) read(key, value);
  if (found === undefined && weight === undefined) {
    const reason =
      'failed to parse [function_score] query. an entry in functions list is missing a function.';
    throw parsingError(context, reason, json);
  }
  return { function: found, weight, filter };
}

function weightOf(json: JsonValue): number {
  const weight = floatOf(json);
  if (weight >= 0) return weight;
  throw new ApiError(
    'illegal_argument_exception',
    '[weight] cannot be negative for a filtering function',
  );
}

function parseFunction(
  name: string,
  json: JsonObject,
  context: QueryParseContext,
): ScoreFunctionNode {
  const type = SCORE_FUNCTIONS.get(name);
  if (type) return { kind: name, params: type.parse(json, context) };
  // OpenSearch reports an unknown function as an unknown query, and suggests names similar to
  // `function_score`.
  const hint = didYouMean('function_score', SCORE_FUNCTIONS.keys());
  throw parsingError(context, `unknown query [function_score]${hint}`, json);
}

function bindFunctionScore(params: Params, shard: QueryShardContext) {
  const inner = params.query ? bindQuery(params.query, shard) : matchAllQuery();
  const functions = params.functions.map(({ function: one, weight, filter }): WeightedFunction => {
    // As in OpenSearch, a filter that lets all documents pass is no filter.
    const own = filter?.kind === match_all.name ? undefined : filter;
    return {
      function: one && functionType(one.kind).bind(one.params, shard),
      weight,
      filter: own && bindQuery(own, shard),
    };
  });
  // A single function without a filter is used as it is: there is nothing to average.
  const isAlone = functions.length === 1 && functions[0]?.filter === undefined;
  const options: FunctionScoreOptions = isAlone ? { ...params, scoreMode: 'multiply' } : params;
  return functionScoreQuery(inner, functions, options);
}
