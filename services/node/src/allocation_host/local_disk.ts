/** Reports on this node's own disk. */
import type { ProcessProbe } from '@skein/platform';
import type { AllocationCalls } from './allocation_calls.js';

type DiskReport = AllocationCalls['allocation/disk']['reply'];

interface LocalDiskParts {
  readonly probe: Pick<ProcessProbe, 'disk'>;
  /** Sizes of the shards on this node. */
  readonly shardHost: { sizes(): DiskReport['shards'] };
}

/** Calls no shard: the master asks twice a minute, and there may be many shards. */
export function localDisk({ probe, shardHost }: LocalDiskParts): DiskReport {
  const { totalBytes, availableBytes: freeBytes } = probe.disk();
  return { space: { totalBytes, freeBytes }, shards: shardHost.sizes() };
}
