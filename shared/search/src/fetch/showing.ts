/** The inputs that decide which parts a hit shows. */
import type { IndexSearcher, Query } from '@skein/search_library';
import type { SortPlan } from '../execution/sort/sort_plan.js';
import type { InnerHitsDefinition } from '../inner_hits/inner_hits.js';
import type { FetchProfiler } from '../profile/fetch_profiler.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardOrigin } from '../shard_messages.js';

export interface Showing {
  readonly plan: SortPlan;
  readonly searcher: IndexSearcher;
  readonly shard: QueryShardContext;
  readonly request: SearchRequest;
  readonly origin: ShardOrigin | undefined;
  /**
   * The highlighted query: a field's own, or the search's query without restrictions on visible
   * documents.
   */
  readonly highlighted: (own?: QueryNode) => Query;
  /** The query that found the hits. */
  readonly query: () => Query;
  readonly innerHits: readonly InnerHitsDefinition[];
  /** Absent unless the fetch phase is profiled. */
  readonly profiler?: FetchProfiler | undefined;
}
