/**
 * The source shards of a resized index: started copies on this node, whose engines hold a commit
 * while the new shard links its files.
 */
import { type ClusterState, findResizeSource, isActive, sourceShardsOf } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { LocalShardFiles, OpenShardRequest } from '@skein/shard';
import type { HostedShard } from './hosted_shard.js';
import { type ShardKey, shardKey } from './threads/thread_calls.js';

export interface HeldSources {
  readonly local: LocalShardFiles | undefined;
  letGo(): void | Promise<void>;
}

export const NO_SOURCES: HeldSources = { local: undefined, letGo: () => {} };

/** Rejects if a source shard is not on this node. */
export async function holdSources(
  open: OpenShardRequest,
  state: ClusterState,
  shard: (key: ShardKey) => HostedShard | undefined,
): Promise<HeldSources> {
  const target = state.metadata.indices.get(open.index);
  const source = target && findResizeSource(state, target);
  if (target === undefined || source === undefined) {
    throw new ApiError('index_not_found_exception', 'no such index', {
      metadata: { index: open.index },
    });
  }
  const wanted = sourceShardsOf(source, target, open.shardId);
  const found = wanted.flatMap((shardId) => {
    const here = shard(shardKey(source.uuid, shardId));
    return here?.state === 'started' && isInUse(state, here) ? [here] : [];
  });
  if (found.length !== wanted.length) {
    throw new ApiError(
      'illegal_state_exception',
      `not all required shards of index [${source.name}/${source.uuid}] are started yet, expected ${wanted.length} found ${found.length} can't recover shard [${open.index}][${open.shardId}]`,
    );
  }
  const held = await holdAll(found);
  const isSplit = target.numberOfShards > source.numberOfShards;
  return {
    local: {
      sources: held.map(({ path, commit }) => ({ path, commit })),
      routedBy: isSplit ? shapeOf(target) : undefined,
    },
    letGo: () => {
      for (const { letGo } of held) letGo();
    },
  };
}

/** True if the copy is active, and so has every acknowledged write. */
function isInUse(state: ClusterState, { open }: HostedShard): boolean {
  const copies = state.routing.get(open.index)?.shards[open.shardId] ?? [];
  return copies.some((copy) => copy.allocationId === open.allocationId && isActive(copy));
}

export interface Held {
  readonly path: string;
  readonly commit: number;
  readonly letGo: () => void;
}

/** Holds all of the shards or none. */
async function holdAll(shards: readonly HostedShard[]): Promise<readonly Held[]> {
  const outcomes = await Promise.allSettled(shards.map(holdOne));
  const held = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = outcomes.find((one) => one.status === 'rejected');
  if (failure === undefined) return held;
  for (const { letGo } of held) letGo();
  throw failure.reason;
}

/**
 * Holds the newest commit of a shard that is open here, with every acknowledged operation, until it
 * is let go.
 */
export async function holdOne({ key, open, slot }: HostedShard): Promise<Held> {
  const { channel } = slot.link;
  const { hold, commit } = await channel.call('hold_commit', { key });
  return {
    path: open.path,
    commit,
    // The error is ignored, since a dead thread holds nothing.
    letGo: () => void channel.call('let_go_commit', { hold }).catch(() => undefined),
  };
}

function shapeOf({
  numberOfShards,
  routingNumShards,
  routingPartitionSize,
}: NonNullable<LocalShardFiles['routedBy']>) {
  return { numberOfShards, routingNumShards, routingPartitionSize };
}
