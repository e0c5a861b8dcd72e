/** What both phases of a request work with at one shard. Made once, whether they run together or apart. */
import { createSearcher, type IndexSearcher } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ExecutionEnvironment } from './environment.js';
import { interruptionCheck } from './interruption.js';
import { queryShardContext } from './shard_context.js';
import { sortOf } from './sort_of.js';
import { planSort, type SortPlan } from './sort_plan.js';

export interface PreparedSearch {
  readonly request: SearchRequest;
  readonly shard: QueryShardContext;
  readonly plan: SortPlan;
  readonly searcher: IndexSearcher;
  readonly checkCancelled: () => void;
}

export function prepareSearch(
  { request, nowMs }: { readonly request: SearchRequest; readonly nowMs: number },
  environment: ExecutionEnvironment,
  deadlineMs?: number,
): PreparedSearch {
  const shard = queryShardContext(environment.index, environment.scripts, nowMs);
  const checkCancelled = interruptionCheck(environment, deadlineMs);
  const searcher = createSearcher(environment.reader.segments, {
    checkCancelled,
    similarity: (field) => environment.index.mapping.similarity(field),
  });
  const plan = planSort(sortOf(request), shard, searcher);
  return { request, shard, plan, searcher, checkCancelled };
}
