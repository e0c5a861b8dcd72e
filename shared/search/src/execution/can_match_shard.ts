/** Tells if a query can match any document of a shard. */
import { createSearcher } from '@skein/search_library';
import { canMatch } from '../queries/can_match.js';
import type { CanMatchContext } from '../queries/query_type.js';
import type { ShardCanMatchRequest, ShardCanMatchResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { queryShardContext } from './shard_context.js';

export function canMatchShard(
  { query, nowMs }: ShardCanMatchRequest,
  environment: ExecutionEnvironment,
): ShardCanMatchResult {
  const { index, reader, scripts } = environment;
  const shard = queryShardContext(index, scripts, nowMs);
  const searcher = createSearcher(reader.segments);
  const hasValues: CanMatchContext['hasValues'] = (range) => {
    const weight = searcher.createWeight(searcher.rewrite(range), false, 1);
    return reader.segments.some((segment) => weight.scorerSupplier(segment) !== null);
  };
  return { canMatch: canMatch(query, { shard, hasValues }) };
}
