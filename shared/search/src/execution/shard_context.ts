/** The context in which the queries of one request are bound on one shard. */
import { IndexMapping } from '@skein/mapping';
import type { ScriptService } from '@skein/script';
import {
  booleanQuery,
  boostQuery,
  DEFAULT_MAX_CLAUSE_COUNT,
  matchAllQuery,
  type Query,
  scoredIdsQuery,
} from '@skein/search_library';
import { wholeDocuments } from '../queries/nested_path.js';
import { parseQuery, toLibraryQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { QUERY_TYPES } from '../queries/registry.js';
import { withNeighbours } from '../request/parse_knn.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardSearchRequest } from '../shard_messages.js';
import type { IndexContext } from './environment.js';
import { sliceQuery } from './slice_query.js';

interface Asked extends Pick<ShardSearchRequest, 'aliasFilter'> {
  readonly request: SearchRequest;
}

export function queryShardContext(
  index: IndexContext,
  scripts: ScriptService,
  nowMs: number,
): QueryShardContext {
  return {
    nowMs,
    indexName: index.index,
    aliases: index.aliases,
    mapping: index.mapping,
    analysis: index.analysis,
    scripts,
    queryTypes: QUERY_TYPES,
    parseQuery,
    settings: index.settings,
    maxClauseCount: index.maxClauseCount ?? DEFAULT_MAX_CLAUSE_COUNT,
    namedQueries: new Map(),
    nestedPath: undefined,
    innerHits: [],
    percolations: [],
    documents: index.mapping instanceof IndexMapping ? index.mapping : index.documents,
  };
}

/**
 * The request's query with all restrictions around it: boost of the index, filter of the alias,
 * `post_filter`, slice.
 */
export function requestQuery({ request, aliasFilter }: Asked, context: QueryShardContext): Query {
  const query = matchesOf(request, context);
  const boosted = request.indexBoost === 1 ? query : boostQuery(query, request.indexBoost);
  const filters = [aliasFilter, request.postFilter]
    .filter((filter): filter is QueryNode => filter !== undefined)
    .map((filter) => toLibraryQuery(filter, context));
  if (request.slice) filters.push(sliceQuery(request.slice, context));
  const filtered =
    filters.length === 0 ? boosted : booleanQuery({ must: [boosted], filter: filters });
  return wholeDocuments(filtered, context);
}

/** Combines the query with the kNN searches: hits of both count, and their scores are added. */
function matchesOf(request: SearchRequest, context: QueryShardContext): Query {
  const { query, knn, neighbours, size } = request;
  const asked = query && toLibraryQuery(query, context);
  if (knn.length === 0) return asked ?? matchAllQuery();
  const near =
    neighbours === undefined
      ? knn.map((section) => toLibraryQuery(withNeighbours(section, size), context))
      : [scoredIdsQuery(neighbours)];
  return booleanQuery({ should: asked ? [asked, ...near] : near });
}
