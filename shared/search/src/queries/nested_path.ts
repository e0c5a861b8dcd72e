/**
 * Nested objects for queries and sorts: their paths, and the documents that may contain the fields
 * of a query.
 */
import { ApiError, type ErrorType } from '@skein/errors';
import { atLevelQuery, mayMatchNested, type Query } from '@skein/search_library';
import type { QueryShardContext } from './query_shard_context.js';

export function checkNestedPath(
  path: string,
  { mapping }: QueryShardContext,
  type: ErrorType = 'illegal_state_exception',
): void {
  if (!mapping.hasObject(path)) {
    throw new ApiError(type, `[nested] failed to find nested object under path [${path}]`);
  }
  if (!mapping.isNested(path)) {
    throw new ApiError(type, `[nested] nested object under path [${path}] is not of nested type`);
  }
}

/** The context of what is inside a `nested` query or aggregation of the path. */
export function inNested(
  context: QueryShardContext,
  nestedPath: string | undefined,
): QueryShardContext {
  return { ...context, nestedPath, nestedDepth: (context.nestedDepth ?? 0) + 1 };
}

/** Restricts a query to root documents: nested documents are never hits of their own. */
export function wholeDocuments(query: Query, context: QueryShardContext): Query {
  if (
    !context.mapping.hasNested ||
    !mayMatchNested(query, (field) => isNestedField(field, context))
  )
    return query;
  return atLevelQuery(query, undefined);
}

function isNestedField(field: string, { mapping }: QueryShardContext): boolean {
  return field.startsWith('_') || mapping.nestedAround(field) !== undefined;
}
