/** What this node tells of its own disk. */
import { type ClusterState, isActive } from '@skein/cluster';
import type { ProcessProbe } from '@skein/platform';
import type { ShardHost, ShardPlace } from '../shard_host/mod.js';
import type { AllocationCalls } from './allocation_calls.js';

export interface LocalDiskParts {
  readonly nodeId: string;
  readonly probe: Pick<ProcessProbe, 'disk'>;
  readonly shardHost: Pick<ShardHost, 'callEach'>;
  readonly state: () => ClusterState;
}

export async function localDisk({
  nodeId,
  probe,
  shardHost,
  state,
}: LocalDiskParts): Promise<AllocationCalls['allocation/disk']['reply']> {
  const places = shardsOn(nodeId, state());
  const outcomes = await shardHost.callEach('stats', places, {});
  const shards = places.flatMap((place, i) => {
    const outcome = outcomes[i];
    return outcome?.ok ? [{ ...place, bytes: outcome.reply.storeBytes }] : [];
  });
  const { totalBytes, availableBytes } = probe.disk();
  return { space: { totalBytes, freeBytes: availableBytes }, shards };
}

/** The active copies of open indices. */
function shardsOn(nodeId: string, { metadata, routing }: ClusterState): readonly ShardPlace[] {
  return [...metadata.indices.values()].flatMap((index) => {
    if (index.state === 'close') return [];
    const shards = routing.get(index.name)?.shards ?? [];
    return shards.flatMap((copies, shardId) =>
      copies.some((copy) => copy.nodeId === nodeId && isActive(copy))
        ? [{ indexUuid: index.uuid, shardId }]
        : [],
    );
  });
}
