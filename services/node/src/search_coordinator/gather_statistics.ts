/**
 * `dfs_query_then_fetch`: every shard is asked for its term statistics first, and all score with
 * the sums.
 */
import { planOf } from '@skein/search';
import { type CorpusStatistics, sumStatistics } from '@skein/search_library';
import { runLimited } from './run_limited.js';
import { concurrency, type QueryPhaseRequest } from './shard_queries.js';
import { callShard } from './shard_source.js';

/** A shard that fails here is left out; it fails again, and is reported, in the query phase. */
export async function gatherStatistics(phase: QueryPhaseRequest): Promise<CorpusStatistics> {
  const { shards, source, requestFor, options } = phase;
  const gathered = await runLimited(
    shards,
    concurrency(phase),
    async (shard): Promise<CorpusStatistics[]> => {
      try {
        const plan = planOf(requestFor(shard));
        const { aliasFilter } = shard;
        const search = { plan, aliasFilter, nowMs: options.nowMs };
        const call = { shard, kind: 'statistics', request: search } as const;
        return [await callShard(source, call, options.signal)];
      } catch {
        return [];
      }
    },
  );
  return sumStatistics(gathered.flat());
}
