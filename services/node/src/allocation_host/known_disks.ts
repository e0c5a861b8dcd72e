/**
 * The data nodes' reports about their disks: the facts for allocation. Only requested data is kept.
 */
import type { AllocationFacts, DiskSpace, StoredCopy } from '@skein/cluster';
import type { AllocationCalls, ShardRef } from './allocation_calls.js';

type DiskReply = AllocationCalls['allocation/disk']['reply'];

export class KnownDisks implements AllocationFacts {
  /** Stores by shard, then by node. */
  readonly #stores = new Map<string, Map<string, StoredCopy | 'none'>>();
  readonly #spaces = new Map<string, DiskSpace>();
  readonly #bytes = new Map<string, number>();

  disk(nodeId: string): DiskSpace | undefined {
    return this.#spaces.get(nodeId);
  }

  shardBytes(indexUuid: string, shardId: number): number | undefined {
    return this.#bytes.get(keyOf({ indexUuid, shardId }));
  }

  storedCopy(nodeId: string, indexUuid: string, shardId: number): StoredCopy | 'none' | 'unknown' {
    return this.#stores.get(keyOf({ indexUuid, shardId }))?.get(nodeId) ?? 'unknown';
  }

  tellStore(nodeId: string, shard: ShardRef, copy: StoredCopy | null): void {
    const key = keyOf(shard);
    const known = this.#stores.get(key) ?? new Map<string, StoredCopy | 'none'>();
    known.set(nodeId, copy ?? 'none');
    this.#stores.set(key, known);
  }

  tellDisk(nodeId: string, reply: DiskReply): void {
    if (reply.space === null) this.#spaces.delete(nodeId);
    else this.#spaces.set(nodeId, reply.space);
    for (const { bytes, ...shard } of reply.shards) this.#bytes.set(keyOf(shard), bytes);
  }

  /** Updates the disk space from gossip, between two reports. */
  tellSpace(nodeId: string, space: DiskSpace): void {
    this.#spaces.set(nodeId, space);
  }

  /** Forgets the stores of a shard, on one node or on all, because they may have changed. */
  forgetStore(shard: ShardRef, nodeId?: string): void {
    if (nodeId === undefined) this.#stores.delete(keyOf(shard));
    else this.#stores.get(keyOf(shard))?.delete(nodeId);
  }

  forgetNode(nodeId: string): void {
    this.#spaces.delete(nodeId);
    for (const known of this.#stores.values()) known.delete(nodeId);
  }

  forgetAll(): void {
    this.#stores.clear();
    this.#spaces.clear();
    this.#bytes.clear();
  }

  /** Shards with known stores. */
  shards(): readonly ShardRef[] {
    return [...this.#stores.keys()].map((key) => {
      const slash = key.lastIndexOf('/');
      return { indexUuid: key.slice(0, slash), shardId: Number(key.slice(slash + 1)) };
    });
  }
}

function keyOf({ indexUuid, shardId }: ShardRef): string {
  return `${indexUuid}/${shardId}`;
}
