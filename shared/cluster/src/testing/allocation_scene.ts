/** A cluster for allocation tests, whose nodes come, leave and keep the data on their disks. */
import { expectDefined } from '@skein/base';
import type { AllocationFacts, DiskSpace, StoredCopy } from '../allocation/allocation_facts.js';
import type { CommandName, CommandRequest } from '../commands/registry.js';
import { runCommand } from '../run_command.js';
import { type ClusterNode, type ClusterState, emptyState } from '../state/cluster_state.js';
import { assignedCopies, isActive, type ShardCopy } from '../state/routing_table.js';
import { createRequest, environment, NODE } from './fixtures.js';

export class AllocationScene {
  state: ClusterState = emptyState('test', 'cluster-uuid');
  readonly disks = new Map<string, DiskSpace>();
  readonly sizes = new Map<string, number>();
  nowMs = 1_700_000_000_000;
  readonly #stores = new Map<string, Map<string, StoredCopy>>();
  readonly #env;
  #starts = 0;

  constructor(nodes: number, seed = 1) {
    this.#env = environment(seed);
    for (let at = 1; at <= nodes; at++) this.join(`n${at}`);
  }

  run<Name extends CommandName>(name: Name, request: CommandRequest<Name>): this {
    const { random, indexVersion } = this.#env;
    const env = { nowMs: this.nowMs, random, indexVersion, facts: this.facts() };
    this.state = runCommand(this.state, name, request, env);
    return this;
  }

  join(id: string, more: Partial<ClusterNode> = {}): this {
    const node = { ...NODE, id, name: id, ephemeralId: `${id}-${this.#starts++}`, ...more };
    if (!this.#stores.has(id)) this.#stores.set(id, new Map());
    return this.run('join_node', { node, becomesMaster: this.state.nodes.size === 0 });
  }

  leave(...nodeIds: readonly string[]): this {
    return this.run('node_left', { nodeIds, reason: 'test' });
  }

  create(name: string, settings: Readonly<Record<string, string>> = {}): this {
    return this.run('create_index', createRequest(name, settings));
  }

  set(settings: Readonly<Record<string, string | undefined>>): this {
    const update = new Map(Object.entries(settings).map(([key, value]) => [key, value ?? null]));
    return this.run('update_cluster_settings', { persistent: update, transient: new Map() });
  }

  reroute(): this {
    return this.run('reroute_shards', { retryFailed: false });
  }

  /** Reports initializing copies as started, one after the other, until there is none. */
  startAll(): this {
    for (let at = 0; at < 10_000; at++) {
      const [next] = this.initializing();
      if (next === undefined) return this;
      this.start(next.index, next.shardId, next.copy);
    }
    throw new Error('the allocation does not come to rest');
  }

  start(index: string, shardId: number, copy: ShardCopy): this {
    const { uuid } = expectDefined(this.state.routing.get(index), `no index ${index}`);
    const allocationId = expectDefined(copy.allocationId, 'not assigned');
    this.#stores
      .get(copy.nodeId ?? '')
      ?.set(`${uuid}/${shardId}`, { allocationId, maxSeqNo: this.#starts });
    return this.run('shard_started', { index, indexUuid: uuid, shardId, allocationId });
  }

  fail(index: string, shardId: number, copy: ShardCopy, reportedBy?: 'primary'): this {
    const { uuid } = expectDefined(this.state.routing.get(index), `no index ${index}`);
    const metadata = expectDefined(this.state.metadata.indices.get(index), `no index ${index}`);
    return this.run('shard_failed', {
      index,
      indexUuid: uuid,
      shardId,
      allocationId: expectDefined(copy.allocationId, 'not assigned'),
      primaryTerm: metadata.primaryTerms[shardId] ?? 0,
      reason: 'test',
      reportedBy,
    });
  }

  initializing(): { index: string; shardId: number; copy: ShardCopy }[] {
    return this.copies().filter(({ copy }) => copy.state === 'INITIALIZING');
  }

  /** All copies that are on a node or moving to one. */
  copies(): { index: string; shardId: number; copy: ShardCopy }[] {
    return [...this.state.routing.values()].flatMap(({ index, shards }) =>
      shards.flatMap((copies, shardId) =>
        assignedCopies(copies).map((copy) => ({ index, shardId, copy })),
      ),
    );
  }

  shard(index: string, shardId = 0): readonly ShardCopy[] {
    return this.state.routing.get(index)?.shards[shardId] ?? [];
  }

  /** Number of active copies by node. */
  spread(index?: string): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const id of this.state.nodes.keys()) counts[id] = 0;
    for (const found of this.copies()) {
      if (index !== undefined && found.index !== index) continue;
      const { copy } = found;
      if (isActive(copy)) counts[copy.nodeId ?? ''] = (counts[copy.nodeId ?? ''] ?? 0) + 1;
    }
    return counts;
  }

  facts(): AllocationFacts {
    return {
      disk: (nodeId) => this.disks.get(nodeId),
      shardBytes: (uuid, shardId) => this.sizes.get(`${uuid}/${shardId}`),
      storedCopy: (nodeId, uuid, shardId) =>
        this.#stores.get(nodeId)?.get(`${uuid}/${shardId}`) ?? 'none',
    };
  }
}
