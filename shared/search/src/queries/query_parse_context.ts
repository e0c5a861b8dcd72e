/** State of one pass over query JSON: how deep we are, and where errors point to. */
import type { JsonValue } from '@skein/content';
import { ApiError, type ErrorType } from '@skein/errors';
import type { BodyLocator } from '../request/body_location.js';
import type { QueryNode } from './query_node.js';
import type { QueryType } from './query_type.js';

/** Most levels queries may be nested in each other: what the JSON parser allows is reached first, the stack later. */
export const DEFAULT_MAX_NESTED_DEPTH = 300;

export interface QueryParseContext {
  readonly locate: BodyLocator;
  readonly depth: number;
  readonly maxNestedDepth: number;
  /** Parses a query inside this one, a level deeper. */
  parse(json: JsonValue): QueryNode;
  /** What kind of query it is, where only some may stand. */
  familyOf(node: QueryNode): QueryType['family'];
}

/** An error that carries `line` and `col` of the value it is about, when they are known. */
export function placedError(
  type: ErrorType,
  reason: string,
  place: { readonly locate: BodyLocator; readonly at: JsonValue | undefined },
  cause?: ApiError,
): ApiError {
  const location = place.locate(place.at);
  return new ApiError(type, reason, {
    cause,
    metadata: location ? { line: location.line, col: location.column } : {},
  });
}

/** `parsing_exception` about `at`. */
export function parsingError(
  context: QueryParseContext,
  reason: string,
  at?: JsonValue | undefined,
  cause?: ApiError,
): ApiError {
  return placedError('parsing_exception', reason, { locate: context.locate, at }, cause);
}

/** `[line:col] ` before messages that carry their place in the text, empty when it is unknown. */
export function placePrefix(context: QueryParseContext, at: JsonValue | undefined): string {
  const location = context.locate(at);
  return location ? `[${location.line}:${location.column}] ` : '';
}
