/**
 * Reuses prepared searches that recur at the same point in time of a shard with the same mapping
 * and settings, down to the positions of their terms in each segment. Only searches whose result is
 * independent of the time, the caller and scripts are kept.
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

/** Keeps the prepared search; the search must not go through an alias with a filter. */
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
