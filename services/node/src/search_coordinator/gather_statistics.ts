/**
 * `dfs_query_then_fetch`: every shard is asked for its term statistics first, and all score with
 * the sums.
 */
import { asApiError } from '@skein/errors';
import { planOf } from '@skein/search';
import { type CorpusStatistics, sumStatistics } from '@skein/search_library';
import { runLimited } from './run_limited.js';
import type { ShardToAsk } from './search_targets.js';
import { isLostNode, phaseFailed, placedInIndex, type ShardFailure } from './shard_failures.js';
import { concurrency, type QueryPhaseRequest } from './shard_queries.js';
import { askOffers, callOffer } from './shard_source.js';

/**
 * A shard that fails here is left out; it fails again, and is reported, in the query phase. If all
 * of them fail, the search ends here.
 */
export async function gatherStatistics(phase: QueryPhaseRequest): Promise<CorpusStatistics> {
  const { shards } = phase;
  const gathered = await runLimited(shards, concurrency(phase), (shard) => askShard(shard, phase));
  const failures = gathered.filter((each) => 'error' in each);
  if (failures.length === shards.length && !failures.some(({ error }) => isLostNode(error))) {
    throw phaseFailed('dfs_pre_query', 'all shards failed', failures);
  }
  return sumStatistics(gathered.flatMap((each) => ('error' in each ? [] : [each])));
}

async function askShard(
  shard: ShardToAsk,
  { source, requestFor, options: { nowMs, signal } }: QueryPhaseRequest,
): Promise<CorpusStatistics | ShardFailure> {
  let nodeId: string | undefined;
  try {
    const { aliasFilter } = shard;
    const search = { plan: planOf(requestFor(shard)), aliasFilter, nowMs };
    return await askOffers(source.offers(shard), signal, (offer) => {
      nodeId = offer.nodeId;
      return callOffer(offer, { kind: 'statistics', request: search }, signal);
    });
  } catch (thrown) {
    return { shard, nodeId, error: placedInIndex(asApiError(thrown), shard) };
  }
}
