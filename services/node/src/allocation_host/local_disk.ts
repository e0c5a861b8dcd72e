/** What this node tells of its own disk. */
import type { ProcessProbe } from '@skein/platform';
import type { AllocationCalls } from './allocation_calls.js';

type DiskReport = AllocationCalls['allocation/disk']['reply'];

export interface LocalDiskParts {
  readonly probe: Pick<ProcessProbe, 'disk'>;
  /** Of the shards on this node. */
  readonly shardHost: { sizes(): DiskReport['shards'] };
}

/** Asks no shard: the master wants to know twice a minute, and shards may be many. */
export function localDisk({ probe, shardHost }: LocalDiskParts): DiskReport {
  const { totalBytes, availableBytes: freeBytes } = probe.disk();
  return { space: { totalBytes, freeBytes }, shards: shardHost.sizes() };
}
