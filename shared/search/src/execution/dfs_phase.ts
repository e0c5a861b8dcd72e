/**
 * The phase before the query phase of `dfs_query_then_fetch`: collects this shard's statistics for
 * the query and its rescorers.
 */
import { type CorpusStatistics, StatisticsRecorder } from '@skein/search_library';
import { bindRescores } from '../rescore/rescore_hits.js';
import type { ShardSearchRequest } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { prepareSearch } from './prepared_search.js';

export function executeDfsPhase(
  search: ShardSearchRequest,
  environment: ExecutionEnvironment,
): CorpusStatistics {
  const recorder = new StatisticsRecorder();
  const prepared = prepareSearch(search, { ...environment, statistics: recorder });
  const { searcher, query, shard, request } = prepared;
  searcher.weight(query(), true);
  for (const rescore of bindRescores(request.rescores, shard)) searcher.weight(rescore.query, true);
  // A shard without a term may still have documents with the field: they count in the totals over
  // all shards.
  for (const { field } of recorder.statistics().terms) searcher.fieldStatistics(field);
  return recorder.statistics();
}
