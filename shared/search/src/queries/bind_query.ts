/** Binds a parsed query to an index, with the boost and the name every query may have. */
import { ApiError } from '@skein/errors';
import { boostQuery, type Query } from '@skein/search_library';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';

export function bindQuery(node: QueryNode, context: QueryShardContext): Query {
  const query = node.toQuery(context);
  if (!Number.isFinite(node.boost)) {
    throw new ApiError(
      'illegal_argument_exception',
      `boost must be a positive float, got ${node.boost}`,
    );
  }
  const boosted = node.boost === 1 ? query : boostQuery(query, node.boost);
  if (node.queryName !== undefined) context.namedQueries.set(node.queryName, boosted);
  return boosted;
}
