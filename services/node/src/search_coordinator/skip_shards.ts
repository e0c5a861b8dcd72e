/**
 * With very many shards, a cheap call first finds those that cannot match: a time range usually
 * concerns a few of them. One shard is always searched, so that the response has its form.
 */
import type { QueryNode, SearchRequest } from '@skein/search';
import { runLimited } from './run_limited.js';
import type { ShardToAsk } from './search_targets.js';
import { concurrency, type QueryPhaseRequest } from './shard_queries.js';
import { callShard } from './shard_source.js';

/** Default of `pre_filter_shard_size`. */
const PRE_FILTER_SHARDS = 128;

interface SkippedShards {
  /** The shards left to search, in order. */
  readonly shards: readonly ShardToAsk[];
  readonly skipped: number;
}

type Asking = Omit<QueryPhaseRequest, 'requestFor'>;

export async function skipShards(
  request: SearchRequest,
  asking: Asking,
  preFilterShardSize = PRE_FILTER_SHARDS,
): Promise<SkippedShards> {
  const { shards } = asking;
  const { query } = request;
  if (shards.length <= preFilterShardSize || query === undefined || !hasQueryAlone(request)) {
    return { shards, skipped: 0 };
  }
  const verdicts = await runLimited(shards, concurrency(asking), (shard) =>
    canMatch(shard, query, asking),
  );
  const left = shards.filter((_shard, i) => verdicts[i]);
  const asked = left.length > 0 ? left : shards.slice(0, 1);
  return { shards: asked, skipped: shards.length - asked.length };
}

/**
 * True if the query alone decides: nearest neighbours and suggestions are found beside it, and
 * global aggregations ignore it.
 */
function hasQueryAlone({ knn, aggregations, suggest }: SearchRequest): boolean {
  return knn.length === 0 && aggregations === undefined && suggest === undefined;
}

/** A shard that fails here is searched; it fails again, and is reported, in the query phase. */
async function canMatch(
  shard: ShardToAsk,
  query: QueryNode,
  { source, options }: Asking,
): Promise<boolean> {
  try {
    const request = { query, nowMs: options.nowMs };
    const call = { shard, kind: 'can_match', request } as const;
    return (await callShard(source, call, options.signal)).canMatch;
  } catch {
    return true;
  }
}
