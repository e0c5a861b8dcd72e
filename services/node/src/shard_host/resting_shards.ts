/**
 * Copies of closed indices on this node: files without an engine. They count as recovered from the
 * moment the node applied the state that closed them or placed them here.
 */
import type { ClusterState } from '@skein/cluster';
import type { ShardRecovery } from './replication/replication_calls.js';
import { type ShardKey, shardKey } from './threads/thread_calls.js';

interface Resting {
  readonly indexUuid: string;
  readonly shardId: number;
  readonly allocationId: string;
  readonly sinceMs: number;
}

export class RestingShards {
  #shards: ReadonlyMap<ShardKey, Resting> = new Map();
  #seen: (Pick<ClusterState, 'routing'> & Pick<ClusterState['metadata'], 'indices'>) | undefined;

  apply(state: ClusterState, nodeId: string, nowMs: number): void {
    const { routing, metadata } = state;
    if (routing === this.#seen?.routing && metadata.indices === this.#seen.indices) return;
    this.#seen = { routing, indices: metadata.indices };
    const next = new Map<ShardKey, Resting>();
    for (const index of state.metadata.indices.values()) {
      if (index.state !== 'close') continue;
      state.routing.get(index.name)?.shards.forEach((copies, shardId) => {
        const allocationId = copies.find((copy) => copy.nodeId === nodeId)?.allocationId;
        if (allocationId === undefined) return;
        const key = shardKey(index.uuid, shardId);
        const known = this.#shards.get(key);
        const isKnown = known?.allocationId === allocationId;
        const fresh = { indexUuid: index.uuid, shardId, allocationId, sinceMs: nowMs };
        next.set(key, isKnown ? known : fresh);
      });
    }
    this.#shards = next;
  }

  has(indexUuid: string, shardId: number): boolean {
    return this.#shards.has(shardKey(indexUuid, shardId));
  }

  recoveries(indexUuids: ReadonlySet<string>): readonly ShardRecovery[] {
    return [...this.#shards.values()]
      .filter(({ indexUuid }) => indexUuids.has(indexUuid))
      .map(({ sinceMs, ...shard }) => ({
        ...shard,
        recovery: {
          type: 'EXISTING_STORE',
          stage: 'DONE',
          sourceNodeId: undefined,
          startMs: sinceMs,
          stopMs: sinceMs,
          files: [],
          index: { startMs: sinceMs, tookMs: 0 },
          operations: { recovered: 0, total: 0 },
          translog: { startMs: sinceMs, tookMs: 0 },
        },
      }));
  }
}
