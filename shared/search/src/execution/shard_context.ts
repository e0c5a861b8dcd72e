/** The context queries of one request are bound in, at one shard. */
import type { JsonObject } from '@skein/content';
import type { ScriptService } from '@skein/script';
import { booleanQuery, boostQuery, matchAllQuery, type Query } from '@skein/search_library';
import { wholeDocuments } from '../queries/nested_path.js';
import { toLibraryQuery } from '../queries/parse_query.js';
import {
  DEFAULT_MAX_CLAUSE_COUNT,
  type QueryShardContext,
} from '../queries/query_shard_context.js';
import type { ShardSearchRequest } from '../shard_messages.js';
import type { IndexContext } from './environment.js';

export function queryShardContext(
  index: IndexContext,
  scripts: ScriptService,
  nowMs: number,
): QueryShardContext {
  return {
    nowMs,
    indexName: index.index,
    mapping: index.mapping,
    analysis: index.analysis,
    scripts,
    settings: index.settings,
    maxClauseCount: DEFAULT_MAX_CLAUSE_COUNT,
    namedQueries: new Map(),
    nestedPath: undefined,
    innerHits: [],
  };
}

/** The request's query with everything around it: boost of the index, filter of the alias, `post_filter`. */
export function requestQuery(
  { request, aliasFilter }: Pick<ShardSearchRequest, 'request' | 'aliasFilter'>,
  context: QueryShardContext,
): Query {
  const query = request.query ? toLibraryQuery(request.query, context) : matchAllQuery();
  const boosted = request.indexBoost === 1 ? query : boostQuery(query, request.indexBoost);
  const filters = [aliasFilter, request.postFilter]
    .filter((filter): filter is JsonObject => filter !== undefined)
    .map((filter) => toLibraryQuery(filter, context));
  const filtered =
    filters.length === 0 ? boosted : booleanQuery({ must: [boosted], filter: filters });
  return wholeDocuments(filtered, context);
}
