/** `dfs_query_then_fetch`: every shard is asked for its statistics first, and all score with the sums. */
import { type CorpusStatistics, sumStatistics } from '@skein/search_library';
import { runLimited } from './run_limited.js';
import { MAX_CONCURRENT_SHARDS, type QueryPhaseRequest } from './shard_queries.js';

/** A shard that fails here is left out; it fails again, and is reported, in the query phase. */
export async function gatherStatistics(phase: QueryPhaseRequest): Promise<CorpusStatistics> {
  const { shards, shardHost, requestFor, options } = phase;
  const gathered = await runLimited(
    shards,
    phase.maxConcurrent ?? MAX_CONCURRENT_SHARDS,
    async (shard): Promise<CorpusStatistics[]> => {
      try {
        const pinned = shardHost.search(shard.index.uuid, shard.shardId);
        try {
          const request = requestFor(shard);
          const { aliasFilter } = shard;
          const search = { request, aliasFilter, nowMs: options.nowMs, timeoutMs: undefined };
          return [await pinned.call('dfs_phase', search, options.signal)];
        } finally {
          pinned.release();
        }
      } catch {
        return [];
      }
    },
  );
  return sumStatistics(gathered.flat());
}
