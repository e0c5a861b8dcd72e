/** What this node tells of its own disk. */
import type { ProcessProbe } from '@skein/platform';
import type { ShardHost } from '../shard_host/mod.js';
import type { AllocationCalls } from './allocation_calls.js';

export interface LocalDiskParts {
  readonly probe: Pick<ProcessProbe, 'disk'>;
  readonly shardHost: Pick<ShardHost, 'sizes'>;
}

/** Asks no shard: the master wants to know twice a minute, and shards may be many. */
export function localDisk({
  probe,
  shardHost,
}: LocalDiskParts): AllocationCalls['allocation/disk']['reply'] {
  const { totalBytes, availableBytes: freeBytes } = probe.disk();
  return { space: { totalBytes, freeBytes }, shards: shardHost.sizes() };
}
