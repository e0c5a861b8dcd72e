/** The state of one parse of query JSON: the nesting depth, and the positions for errors. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, type ErrorType } from '@skein/errors';
import { type BodyLocator, placeMetadata } from '../request/body_location.js';
import type { QueryNode } from './query_node.js';
import type { QueryType } from './query_type.js';

/**
 * The maximum nesting depth of queries. It lies below the depth that the stack allows; the JSON
 * parser's limit of nested containers may be reached earlier.
 */
export const DEFAULT_MAX_NESTED_DEPTH = 300;

export interface QueryParseContext {
  readonly locate: BodyLocator;
  readonly depth: number;
  readonly maxNestedDepth: number;
  /** `rest_total_hits_as_int`, for the hits that a query or an aggregation shows. */
  readonly totalHitsAsInt: boolean;
  /** Parses a query inside this one, one level deeper. */
  parse(json: JsonValue): QueryNode;
  /** The family of the query, for places that accept only some families. */
  familyOf(node: QueryNode): QueryType['family'];
}

/** An error with the `line` and `col` of the value it concerns, if they are known. */
export function placedError(
  type: ErrorType,
  reason: string,
  place: { readonly locate: BodyLocator; readonly at: JsonValue | undefined },
  cause?: ApiError,
): ApiError {
  const location = place.locate(place.at);
  return new ApiError(type, reason, {
    cause,
    metadata: placeMetadata(location),
  });
}

/** A `parsing_exception` about `at`. */
export function parsingError(
  context: QueryParseContext,
  reason: string,
  at?: JsonValue | undefined,
  cause?: ApiError,
): ApiError {
  return placedError('parsing_exception', reason, { locate: context.locate, at }, cause);
}

/** A `parsing_exception` about a member of an object, or about its name. */
export function memberError(
  { locate }: QueryParseContext,
  reason: string,
  {
    inside,
    key,
    part,
  }: { readonly inside: JsonObject; readonly key: string; readonly part?: 'name' },
): ApiError {
  const location = locate(inside, key, part);
  const metadata = placeMetadata(location);
  return new ApiError('parsing_exception', reason, { metadata });
}

/** The prefix `[line:col] ` of messages that contain a position; empty if it is unknown. */
export function placePrefix(context: QueryParseContext, at: JsonValue | undefined): string {
  const location = context.locate(at);
  return location ? `[${location.line}:${location.column}] ` : '';
}
