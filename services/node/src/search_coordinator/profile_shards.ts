/** The `profile` of a response, made from its shards' profiles. */
import type { JsonObject } from '@skein/content';
import { type FetchProfile, profileJson } from '@skein/search';
import type { AnsweredShard } from './shard_queries.js';

/**
 * Undefined if no profile was requested. `fetches`: profiles by shard index, for shards that had
 * hits in the page.
 */
export function profileOfShards(
  answered: readonly AnsweredShard[],
  fetches: ReadonlyMap<number, FetchProfile>,
): JsonObject | undefined {
  const profiled = answered.flatMap((answer) => {
    const { shard, shardIndex, nodeId = '', result, askedMs = 0, answeredMs = 0 } = answer;
    const { profile: search } = result;
    if (search === undefined) return [];
    const fetch = fetches.get(shardIndex);
    const place = { nodeId, index: shard.index.name, shardId: shard.shardId };
    return [{ ...place, search, fetch, askedMs, answeredMs }];
  });
  return profiled.length === 0 ? undefined : profileJson(profiled);
}
