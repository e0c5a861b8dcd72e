/**
 * Parses query JSON to a validated node, and converts a node to a library query. This is the only
 * file that knows the registry.
 */

import { didYouMean, LeftToAnotherThread } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import { type BodyLocator, nowhere, OPENING } from '../request/body_location.js';
import { isPlain } from '../request/object_fields.js';
import { bindQuery, queryTypeOf } from './bind_query.js';
import { checkBoost } from './options.js';
import type { QueryNode } from './query_node.js';
import {
  DEFAULT_MAX_NESTED_DEPTH,
  memberError,
  parsingError,
  placePrefix,
  type QueryParseContext,
} from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LATER_QUERY_NAMES, QUERY_TYPES } from './registry.js';

export interface ParseQueryOptions {
  readonly locate?: BodyLocator;
  readonly maxNestedDepth?: number;
  /** `rest_total_hits_as_int`. */
  readonly totalHitsAsInt?: boolean;
}

/** Checks the syntax of a query: names, options, nesting. No index is needed. */
export function parseQuery(json: JsonValue, options: ParseQueryOptions = {}): QueryNode {
  return parseInside(json, parseContext(options));
}

/** A context for JSON that is parsed like a query but stands outside of any. */
export function parseContext(options: ParseQueryOptions): QueryParseContext {
  const {
    locate = nowhere,
    maxNestedDepth = DEFAULT_MAX_NESTED_DEPTH,
    totalHitsAsInt = false,
  } = options;
  return contextAt(1, { locate, maxNestedDepth, totalHitsAsInt });
}

function contextAt(depth: number, given: Required<ParseQueryOptions>): QueryParseContext {
  return {
    ...given,
    depth,
    familyOf: ({ kind }) => QUERY_TYPES.get(kind)?.family,
    parse: (json) => {
      if (depth >= given.maxNestedDepth) throw tooDeep();
      return parseInside(json, contextAt(depth + 1, given));
    },
  };
}

function parseInside(json: JsonValue, context: QueryParseContext): QueryNode {
  if (!isJsonObject(json)) {
    throw parsingError(context, '[_na] query malformed, must start with start_object', json);
  }
  const names = Object.keys(json);
  const [name] = names;
  if (name === undefined) throw emptyClause(context, json);
  const body = json[name];
  if (!isJsonObject(body)) {
    throw parsingError(
      context,
      `[${name}] query malformed, no start_object after query name`,
      json,
    );
  }
  const type = QUERY_TYPES.get(name);
  if (!type) throw unknownQuery(context, name, body);
  const checkAlone = () => {
    const [, second] = names;
    if (second === undefined) return;
    const reason = `[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`;
    throw memberError(context, reason, { inside: json, key: second, part: 'name' });
  };
  if (type.isReadLast === true) checkAlone();
  const { params, boost, name: queryName } = type.parse(body, context);
  // A missing part is reported first.
  checkBoost(boost);
  checkAlone();
  return { kind: name, params, boost, name: queryName };
}

function emptyClause(context: QueryParseContext, json: JsonObject): ApiError {
  const location = context.locate(json);
  const place = location ? `${location.line}:${location.column}` : '-1:-1';
  return new ApiError(
    'illegal_argument_exception',
    `query malformed, empty clause found at [${place}]`,
  );
}

function tooDeep(): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    'The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]',
  );
}

function unknownQuery(given: QueryParseContext, name: string, body: JsonValue): ApiError {
  // OpenSearch names the start of the query, also if it is empty.
  const context = { ...given, locate: (at: JsonValue | undefined) => given.locate(at, OPENING) };
  if (LATER_QUERY_NAMES.has(name)) {
    return parsingError(context, `query [${name}] is not supported`, body);
  }
  const suggestion = didYouMean(name, [...QUERY_TYPES.keys(), ...LATER_QUERY_NAMES]);
  const unknown = `${placePrefix(context, body)}unknown field [${name}]`;
  const cause = new ApiError('named_object_not_found_exception', unknown);
  return parsingError(context, `unknown query [${name}]${suggestion}`, body, cause);
}

/**
 * Binds a whole query. Any failure of binding depends on the index, so it is a
 * `query_shard_exception`: errors of other types become its cause. The errors that OpenSearch finds
 * while it rewrites the query (`QueryType.check`) are thrown as they are.
 */
export function toLibraryQuery(node: QueryNode, context: QueryShardContext): Query {
  checkTree(node, context);
  return creatingQuery(() => bindQuery(node, context));
}

/** Runs a function that makes a query; the errors it throws say that they do. */
export function creatingQuery<T>(create: () => T): T {
  try {
    return create();
  } catch (thrown) {
    if (thrown instanceof LeftToAnotherThread) throw thrown;
    const error = asApiError(thrown);
    if (PASSED_ON.has(error.type)) throw thrown;
    throw new ApiError('query_shard_exception', `failed to create query: ${error.message}`, {
      cause: error,
      ...(isPlain(error) && error.type !== 'exception'
        ? {}
        : { rootCauses: error.rootCauses ?? [error] }),
    });
  }
}

function checkTree({ kind, params }: QueryNode, context: QueryShardContext): void {
  const type = queryTypeOf(kind, context.queryTypes);
  type.check?.(params, context);
  for (const child of type.children(params)) checkTree(child, context);
}

/** Errors that name the query already, are not caused by it, or are found in the finished query. */
const PASSED_ON: ReadonlySet<string> = new Set([
  'query_shard_exception',
  'parsing_exception',
  'circuit_breaking_exception',
  'task_cancelled_exception',
  'too_many_nested_clauses',
]);
