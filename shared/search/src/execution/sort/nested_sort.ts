/**
 * `nested` of a sort, bound to an index: selects the nested documents that provide a document's
 * sort values.
 */
import {
  atLevelQuery,
  booleanQuery,
  type IndexSearcher,
  matchAllQuery,
  type NestedDocs,
  nestedDocs,
  type Query,
  toChildrenQuery,
} from '@skein/search_library';
import { bindQuery } from '../../queries/bind_query.js';
import { checkNestedPath } from '../../queries/nested_path.js';
import type { QueryShardContext } from '../../queries/query_shard_context.js';
import type { NestedSort } from '../../request/search_request.js';

export function nestedSortDocs(
  sort: NestedSort,
  context: QueryShardContext,
  searcher: IndexSearcher,
): NestedDocs {
  const { path, query } = innermost(sort, undefined, context);
  const { maxChildren } = sort;
  return nestedDocs(searcher, { query, path, parent: context.nestedPath, maxChildren });
}

interface Level {
  readonly path: string;
  readonly query: Query;
}

/**
 * The nested documents of the innermost level, restricted to those whose enclosing documents pass
 * the filters of the outer levels.
 */
function innermost(sort: NestedSort, outer: Level | undefined, context: QueryShardContext): Level {
  const { path, filter, nested } = sort;
  checkNestedPath(path, context, 'query_shard_exception');
  const inside = { ...context, nestedPath: path };
  const own = filter ? bindQuery(filter, inside) : matchAllQuery();
  const reached = outer ? [toChildrenQuery(outer.query, outer.path)] : [];
  const query = atLevelQuery(booleanQuery({ filter: [own, ...reached] }), path);
  const level = { path, query };
  return nested ? innermost(nested, level, inside) : level;
}
