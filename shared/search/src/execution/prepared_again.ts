/**
 * Searches that come again at the same point in time of a shard, while its index has the same mapping and settings: what they were prepared to, down to
 * where their terms stand in each segment, serves again. Only where the outcome depends on nothing else: not on the time, on who asks, or on scripts.
 */
import { hasSmallWeights } from '@skein/search_library';
import type { ReadPlan } from '../plan/plan_cache.js';
import type { ExecutionEnvironment } from './environment.js';
import type { PreparedSearch } from './prepared_search.js';
import { deadlineMs } from './query_phase.js';

export function preparedAgain(
  { plan, prepared: known }: ReadPlan,
  environment: ExecutionEnvironment,
): PreparedSearch | undefined {
  const { point } = environment;
  const prepared = point && known?.get(point);
  prepared?.interruption.restart(environment, deadlineMs(plan.request.timeoutMs, environment));
  return prepared;
}

/** Of a search through no alias with a filter. */
export function keepPrepared(
  { plan, prepared: known }: ReadPlan,
  prepared: PreparedSearch,
  { point }: ExecutionEnvironment,
): void {
  if (known === undefined || point === undefined || !plan.needs.repeats) return;
  if (isBoundForGood(prepared)) known.set(point, prepared);
}

function isBoundForGood({ shard, query }: PreparedSearch): boolean {
  if (shard.derived !== undefined || !hasSmallWeights(query())) return false;
  return shard.namedQueries.size + shard.innerHits.length + shard.percolations.length === 0;
}
