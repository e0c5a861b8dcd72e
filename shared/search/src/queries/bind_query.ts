/** Binds a parsed query to an index, with the boost and the name every query may have. */
import { boostQuery, type Query } from '@skein/search_library';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';

export function bindQuery(node: QueryNode, context: QueryShardContext): Query {
  const query = node.toQuery(context);
  const boosted = node.boost === 1 ? query : boostQuery(query, node.boost);
  if (node.queryName !== undefined) context.namedQueries.set(node.queryName, boosted);
  return boosted;
}
