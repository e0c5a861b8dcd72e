/** Finds a shard copy by its allocation id and replaces it. */
import type { ClusterState } from '../state/cluster_state.js';
import type { IndexRouting, ShardCopy } from '../state/routing_table.js';
import type { ShardCopyRef } from './shard_started.js';

/** The routing with the copy changed; `undefined` when there is no such copy any more or the change is none. */
export function replaceCopy(
  state: ClusterState,
  ref: ShardCopyRef,
  change: (copy: ShardCopy) => ShardCopy,
): IndexRouting | undefined {
  const routing = state.routing.get(ref.index);
  if (routing?.uuid !== ref.indexUuid) return undefined;
  const copies = routing.shards[ref.shardId];
  const before = copies?.find((copy) => copy.allocationId === ref.allocationId);
  if (!copies || !before) return undefined;
  const after = change(before);
  if (after === before) return undefined;
  const shards = [...routing.shards];
  shards[ref.shardId] = copies.map((copy) => (copy === before ? after : copy));
  return { ...routing, shards };
}
