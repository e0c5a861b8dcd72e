/**
 * `nested` of a sort, bound to an index: selects the nested documents that provide a document's
 * sort values.
 */
import { ApiError } from '@skein/errors';
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
  mode: string | undefined,
  context: QueryShardContext,
  searcher: IndexSearcher,
): NestedDocs {
  const { path, query } = innermost(sort, undefined, context);
  const { maxChildren } = sort;
  const docs = nestedDocs(searcher, { query, path, parent: context.nestedPath, maxChildren });
  return mode === 'median' ? withoutMedian(docs) : docs;
}

/** As in OpenSearch, the first document whose nested documents are asked for fails the search. */
function withoutMedian(docs: NestedDocs): NestedDocs {
  return { segment: (reader) => (docs.segment(reader) === null ? null : { visit: noMedian }) };
}

/** Nested documents have no median. */
export function noMedian(): never {
  throw new ApiError('illegal_argument_exception', 'Unsupported sort mode: MEDIAN');
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
