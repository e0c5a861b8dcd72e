/** What this node tells of its own disk. */
import type { ClusterState } from '@skein/cluster';
import type { ProcessProbe } from '@skein/platform';
import type { ShardHost } from '../shard_host/mod.js';
import type { AllocationCalls } from './allocation_calls.js';

export interface LocalDiskParts {
  readonly probe: Pick<ProcessProbe, 'disk'>;
  readonly shardHost: Pick<ShardHost, 'broadcast'>;
  readonly state: () => ClusterState;
}

export async function localDisk({
  probe,
  shardHost,
  state,
}: LocalDiskParts): Promise<AllocationCalls['allocation/disk']['reply']> {
  const { indices } = state().metadata;
  const open = [...indices.values()].filter((index) => index.state === 'open');
  const names = open.map((index) => index.name);
  const { outcomes } = await shardHost.broadcast('stats', names, {});
  const shards = outcomes.flatMap((outcome) => {
    const uuid = indices.get(outcome.target.index)?.uuid;
    if (!outcome.ok || uuid === undefined) return [];
    return [{ indexUuid: uuid, shardId: outcome.target.shardId, bytes: outcome.reply.storeBytes }];
  });
  const { totalBytes, availableBytes } = probe.disk();
  return { space: { totalBytes, freeBytes: availableBytes }, shards };
}
