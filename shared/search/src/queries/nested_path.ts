/** What queries and sorts know of nested objects: how they are named, and which documents may hold the fields of a query. */
import { ApiError, type ErrorType } from '@skein/errors';
import { atLevelQuery, isBlockJoin, isBoolean, type Query } from '@skein/search_library';
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

/** The query's matches among whole documents: nested ones are never hits of their own. */
export function wholeDocuments(query: Query, context: QueryShardContext): Query {
  if (!context.mapping.hasNested || !mayMatchNested(query, context)) return query;
  return atLevelQuery(query, undefined);
}

/** Whether the query may match a nested document; true when that cannot be told from its form. */
function mayMatchNested(query: Query, context: QueryShardContext): boolean {
  const { children = [] } = query;
  switch (query.kind) {
    case 'match_none':
      return false;
    case 'block_join':
      return isBlockJoin(query) && query.options.parent !== undefined;
    case 'boost':
    case 'constant_score':
    case 'disjunction_max':
    case 'function_score':
      return children.some((child) => mayMatchNested(child, context));
    case 'boolean':
      return booleanMayMatchNested(query, context);
    default: {
      const field = 'field' in query ? query.field : undefined;
      return typeof field !== 'string' || isNestedField(field, context);
    }
  }
}

/** One required clause that cannot is enough. */
function booleanMayMatchNested(query: Query, context: QueryShardContext): boolean {
  if (!isBoolean(query)) return true;
  const { must, filter, should } = query.clauses;
  const required = [...must, ...filter];
  if (required.length > 0) return required.every((clause) => mayMatchNested(clause, context));
  return should.length === 0 || should.some((clause) => mayMatchNested(clause, context));
}

function isNestedField(field: string, { mapping }: QueryShardContext): boolean {
  return field.startsWith('_') || mapping.nestedAround(field) !== undefined;
}
