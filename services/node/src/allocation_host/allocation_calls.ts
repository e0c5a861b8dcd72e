/** What the master asks data nodes about their disks. */
import type { DiskSpace, StoredCopy } from '@skein/cluster';
import type { Routes } from '@skein/transport';

export interface ShardRef {
  readonly indexUuid: string;
  readonly shardId: number;
}

export type AllocationCalls = {
  /** The copies of these shards that lie on the node, in the order asked; null: none. */
  readonly 'allocation/stores': {
    readonly request: { readonly shards: readonly ShardRef[] };
    readonly reply: { readonly copies: readonly (StoredCopy | null)[] };
  };
  /** Room on the data path, and the size of each open shard. */
  readonly 'allocation/disk': {
    readonly request: Record<string, never>;
    readonly reply: {
      readonly space: DiskSpace | null;
      readonly shards: readonly (ShardRef & { readonly bytes: number })[];
    };
  };
};

export const ALLOCATION_ROUTES = {
  'allocation/stores': { channel: 'state', timeoutMs: 30_000 },
  'allocation/disk': { channel: 'state', timeoutMs: 15_000 },
} as const satisfies Routes & Record<keyof AllocationCalls, unknown>;
