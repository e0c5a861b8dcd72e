/** Binds a query to an index, with the boost and the name that every query may have. */

import { ApiError } from '@skein/errors';
import { boostQuery, type Query } from '@skein/search_library';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import type { QueryType, QueryTypes } from './query_type.js';

/** A node of another release may request a kind that this release lacks. */
export function queryTypeOf(kind: string, types: QueryTypes): QueryType {
  const type = types.get(kind);
  if (type !== undefined) return type;
  throw new ApiError('illegal_argument_exception', `query [${kind}] is not known to this node`);
}

export function bindQuery(node: QueryNode, context: QueryShardContext): Query {
  const { kind, params, boost, name } = node;
  const query = queryTypeOf(kind, context.queryTypes).bind(params, context);
  const boosted = boost === 1 ? query : boostQuery(query, boost);
  if (name !== undefined) context.namedQueries.set(name, boosted);
  return boosted;
}
