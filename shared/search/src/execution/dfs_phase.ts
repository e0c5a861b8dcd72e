/** Before the query phase of `dfs_query_then_fetch`: the statistics a query scores with, as this shard has them. */
import { type CorpusStatistics, StatisticsRecorder } from '@skein/search_library';
import type { ShardSearchRequest } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { prepareSearch } from './prepared_search.js';

export function executeDfsPhase(
  search: ShardSearchRequest,
  environment: ExecutionEnvironment,
): CorpusStatistics {
  const recorder = new StatisticsRecorder();
  const { searcher, query } = prepareSearch(search, { ...environment, statistics: recorder });
  searcher.weight(query(), true);
  return recorder.statistics();
}
