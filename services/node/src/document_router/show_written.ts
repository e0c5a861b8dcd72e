/**
 * The refresh at the end of a bulk that is so large that its items were written in slices. Each
 * shard that took some items gets a bulk without items but with the refresh, which goes to its
 * current primary and then to the replicas like any other.
 */
import { batchOf } from '../shard_host/mod.js';
import type { BatchOutcome, ShardPart, WrittenShard } from './batch_outcome.js';
import type { WriteOptions } from './contract.js';
import type { WriteServices } from './primary_writes.js';
import { writePart } from './write_part.js';

const NO_ITEMS = { positions: [], routings: new Map<number, string>() };

/** If the refresh of a shard fails, its items fail, as in one call that writes and refreshes. */
export async function showWritten(
  outcomes: readonly BatchOutcome[],
  options: WriteOptions,
  services: WriteServices,
): Promise<readonly BatchOutcome[]> {
  const shards = new Map<string, WrittenShard>();
  for (const { parts } of outcomes) {
    for (const { shard, reply } of parts) if ('codes' in reply) shards.set(keyOf(shard), shard);
  }
  // The writes have waited for active copies already.
  const unwaiting = { ...options, waitForActiveShards: '0' };
  const show = ({ index, shardId }: WrittenShard) =>
    writePart({ ...NO_ITEMS, index, shardId }, batchOf([]), unwaiting, services);
  const keys = [...shards.keys()];
  const replies = await Promise.all([...shards.values()].map(show));
  const shown = new Map(keys.map((key, i) => [key, replies[i]?.reply]));
  return outcomes.map((outcome) => ({
    ...outcome,
    parts: outcome.parts.map((part) => withReply(part, shown.get(keyOf(part.shard)))),
  }));
}

function withReply(part: ShardPart, shown: ShardPart['reply'] | undefined): ShardPart {
  if (shown === undefined || !('codes' in part.reply)) return part;
  if (!('codes' in shown)) return { ...part, reply: shown };
  return { ...part, reply: { ...part.reply, forcedRefresh: shown.forcedRefresh } };
}

function keyOf({ index, shardId }: WrittenShard): string {
  return `${index.uuid}/${shardId}`;
}
