/**
 * Asks data nodes for the shard copies on their disks: each shard once, with one call per node for
 * the shards of one turn.
 */
import type { Log } from '@skein/base';
import type { StoreQuestion } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { NodeLinks } from '../node_links/mod.js';
import type { AllocationCalls, ShardRef } from './allocation_calls.js';
import type { KnownDisks } from './known_disks.js';

/** Limit of shards in one call. */
const QUESTION_SIZE = 1000;

interface StoreInquiryParts {
  readonly links: Pick<NodeLinks<AllocationCalls>, 'call'>;
  readonly disks: KnownDisks;
  readonly log: Log;
  /** Called when the last pending answer has arrived. */
  readonly answered: () => void;
}

export class StoreInquiry {
  readonly #parts: StoreInquiryParts;
  /** Pending lookups, by node and shard. */
  readonly #waiting = new Set<string>();
  /** Lookups to send at the end of this turn, by node. */
  readonly #leaving = new Map<string, ShardRef[]>();

  constructor(parts: StoreInquiryParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  ask({ nodeIds, indexUuid, shardId }: StoreQuestion): void {
    for (const nodeId of nodeIds) {
      const key = keyOf(nodeId, { indexUuid, shardId });
      if (this.#waiting.has(key)) continue;
      this.#waiting.add(key);
      this.#letterTo(nodeId).push({ indexUuid, shardId });
    }
  }

  #letterTo(nodeId: string): ShardRef[] {
    const open = this.#leaving.get(nodeId);
    if (open !== undefined && open.length < QUESTION_SIZE) return open;
    const shards: ShardRef[] = [];
    this.#leaving.set(nodeId, shards);
    queueMicrotask(() => void this.#send(nodeId, shards));
    return shards;
  }

  async #send(nodeId: string, shards: readonly ShardRef[]): Promise<void> {
    if (this.#leaving.get(nodeId) === shards) this.#leaving.delete(nodeId);
    const { links, disks, log, answered } = this.#parts;
    try {
      const { copies } = await links.call(nodeId, 'allocation/stores', { shards });
      for (const [at, shard] of shards.entries()) {
        disks.tellStore(nodeId, shard, copies[at] ?? null);
      }
    } catch (thrown) {
      const error = asApiError(thrown).reason;
      log.warn('node does not report its shard copies', { nodeId, error });
    }
    for (const shard of shards) this.#waiting.delete(keyOf(nodeId, shard));
    if (this.#waiting.size === 0) answered();
  }
}

function keyOf(nodeId: string, { indexUuid, shardId }: ShardRef): string {
  return `${nodeId}/${indexUuid}/${shardId}`;
}
