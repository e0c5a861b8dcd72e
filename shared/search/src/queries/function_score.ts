/** `function_score`: the scores of a query changed by functions of the documents. */
import { nearest } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type FunctionScoreOptions,
  functionScoreQuery,
  matchAllQuery,
  type WeightedFunction,
} from '@skein/search_library';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { boostOf, floatOf, isScalar, textOf, textOrNull, tokenName } from './options.js';
import type { QueryNode, QueryType } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { SCORE_FUNCTIONS } from './score_functions/registry.js';
import type { BindFunction } from './score_functions/score_function_type.js';

interface ParsedFunction {
  readonly bind: BindFunction | undefined;
  readonly weight: number | undefined;
  readonly filter: QueryNode | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Params extends FunctionScoreOptions {
  readonly query: QueryNode | undefined;
  readonly functions: readonly ParsedFunction[];
  readonly boost: number;
  readonly queryName: string | undefined;
}

const NOT_BOTH = 'you can either define [functions] array or a single function, not both. ';

export const function_score: QueryType = {
  name: 'function_score',
  parse(body, context) {
    const params = defaults();
    let single: string | undefined;
    for (const [key, json = null] of Object.entries(body)) {
      if (key === 'functions' && isJsonArray(json)) {
        if (single !== undefined) throw twice(context, NOT_BOTH, [single, 'functions']);
        params.functions = json.map((each) => parseEntry(each, context));
        single = 'functions';
      } else if (key === 'weight' && isScalar(json)) {
        params.functions = [withWeight(params.functions[0], weightOf(json))];
      } else if (isScalar(json)) readOption(params, key, json);
      else if (key === 'query') params.query = context.parse(json);
      else {
        const bind = parseFunction(key, json, context);
        if (single !== undefined) {
          throw twice(context, single === 'functions' ? NOT_BOTH : '', [single, key]);
        }
        params.functions = [{ bind, weight: params.functions[0]?.weight, filter: undefined }];
        single = key;
      }
    }
    return {
      boost: params.boost,
      queryName: params.queryName,
      toQuery: (shard) => bindFunctionScore(params, shard),
      canMatch: (point) => params.query === undefined || canMatch(params.query, point),
    };
  },
};

/** An infinite function does not make an infinite score. */
const GREATEST_FLOAT = 3.4028234663852886e38;

function defaults(): Mutable<Params> {
  return {
    query: undefined,
    functions: [],
    scoreMode: 'multiply',
    boostMode: 'multiply',
    maxBoost: GREATEST_FLOAT,
    minScore: undefined,
    boost: 1,
    queryName: undefined,
  };
}

function twice(
  context: QueryParseContext,
  why: string,
  [first, second]: readonly [string, string],
): ApiError {
  return parsingError(
    context,
    `failed to parse [function_score] query. ${why}already found [${first}], now encountering [${second}].`,
  );
}

function withWeight(before: ParsedFunction | undefined, weight: number): ParsedFunction {
  return { bind: before?.bind, filter: undefined, weight };
}

function readOption(params: Mutable<Params>, key: string, json: JsonValue): void {
  switch (key) {
    case 'score_mode':
      params.scoreMode = oneOf(SCORE_MODES, json, 'FunctionScoreQuery.ScoreMode');
      return;
    case 'boost_mode':
      params.boostMode = oneOf(BOOST_MODES, json, 'CombineFunction');
      return;
    case 'max_boost':
      params.maxBoost = floatOf(json);
      return;
    case 'min_score':
      params.minScore = floatOf(json);
      return;
    case 'boost':
      params.boost = boostOf(json);
      return;
    case '_name':
      params.queryName = textOrNull(json);
      return;
    default:
      throw new ApiError(
        'parsing_exception',
        `failed to parse [function_score] query. field [${key}] is not supported`,
      );
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

/** An entry of `functions`: a function, a weight or both, perhaps with a filter. */
function parseEntry(json: JsonValue, context: QueryParseContext): ParsedFunction {
  if (!isJsonObject(json)) {
    const reason = `failed to parse [function_score]. malformed query, expected a [START_OBJECT] while parsing functions but got a [${tokenName(json)}] instead`;
    throw parsingError(context, reason, json);
  }
  let bind: BindFunction | undefined;
  let weight: number | undefined;
  let filter: QueryNode | undefined;
  let name: string | undefined;
  for (const [key, value = null] of Object.entries(json)) {
    if (key === 'weight') weight = weightOf(value);
    else if (key === 'filter') filter = context.parse(value);
    else {
      if (name !== undefined) {
        const reason = `failed to parse function_score functions. already found [${name}], now encountering [${key}].`;
        throw parsingError(context, reason, json);
      }
      bind = parseFunction(key, value, context);
      name = key;
    }
  }
  if (bind === undefined && weight === undefined) {
    throw parsingError(context, 'an entry in functions list is missing a function.', json);
  }
  return { bind, weight, filter };
}

function weightOf(json: JsonValue): number {
  const weight = floatOf(json);
  if (weight >= 0) return weight;
  throw new ApiError(
    'illegal_argument_exception',
    '[weight] cannot be negative for a filtering function',
  );
}

function parseFunction(name: string, json: JsonValue, context: QueryParseContext): BindFunction {
  const type = SCORE_FUNCTIONS.get(name);
  if (type && isJsonObject(json)) return type.parse(json, context);
  throw unknownFunction(json, context);
}

/** The reference takes an unknown function for an unknown query, and looks for names like that of the query around it. */
function unknownFunction(json: JsonValue, context: QueryParseContext): ApiError {
  const similar = nearest('function_score', SCORE_FUNCTIONS.keys());
  const hint = similar.length === 1 ? `[${similar[0]}]` : `any of [${similar.join(', ')}]`;
  return parsingError(context, `unknown query [function_score] did you mean ${hint}?`, json);
}

function bindFunctionScore(params: Params, shard: QueryShardContext) {
  const inner = params.query ? bindQuery(params.query, shard) : matchAllQuery();
  const functions = params.functions.map(
    ({ bind, weight, filter }): WeightedFunction => ({
      function: bind?.(shard),
      weight,
      filter: filter && bindQuery(filter, shard),
    }),
  );
  return functionScoreQuery(inner, functions, params);
}
