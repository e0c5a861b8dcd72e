/** What data nodes have told of their disks: the facts of the allocation. Only what is asked for is kept. */
import type { AllocationFacts, DiskSpace, StoredCopy } from '@skein/cluster';
import type { AllocationCalls, ShardRef } from './allocation_calls.js';

type DiskReply = AllocationCalls['allocation/disk']['reply'];

export class KnownDisks implements AllocationFacts {
  /** By shard, then by node. */
  readonly #stores = new Map<string, Map<string, StoredCopy | 'none'>>();
  readonly #disks = new Map<string, DiskReply>();
  readonly #bytes = new Map<string, number>();

  disk(nodeId: string): DiskSpace | undefined {
    return this.#disks.get(nodeId)?.space ?? undefined;
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
    this.#disks.set(nodeId, reply);
    for (const { bytes, ...shard } of reply.shards) this.#bytes.set(keyOf(shard), bytes);
  }

  /** What was told of a shard may have changed: on one node, or on all. */
  forgetStore(shard: ShardRef, nodeId?: string): void {
    if (nodeId === undefined) this.#stores.delete(keyOf(shard));
    else this.#stores.get(keyOf(shard))?.delete(nodeId);
  }

  forgetNode(nodeId: string): void {
    this.#disks.delete(nodeId);
    for (const known of this.#stores.values()) known.delete(nodeId);
  }

  forgetAll(): void {
    this.#stores.clear();
    this.#disks.clear();
    this.#bytes.clear();
  }

  /** Shards of which anything is known. */
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
