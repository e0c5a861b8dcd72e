/**
 * A master's allocation as disks fill and empty: three data nodes with fake disks, a state changed
 * by commands, and a manual clock.
 */
import { silentLog } from '@skein/base';
import {
  type ClusterNode,
  type ClusterState,
  type CommandName,
  type CommandRequest,
  type DiskSpace,
  emptyState,
  isActive,
  runCommand,
} from '@skein/cluster';
import { AllocationHost } from './allocation_host.js';
import { KnownDisks } from './known_disks.js';

const BLOCK = 'index.blocks.read_only_allow_delete';
const NODE_IDS = ['n1', 'n2', 'n3'];

function nodeOf(id: string): ClusterNode {
  const address = { host: '127.0.0.1', transportAddress: id, httpAddress: id };
  const roles = ['master', 'data'] as const;
  return { id, ephemeralId: id, name: id, ...address, roles, attributes: new Map(), version: '1' };
}

class Scene {
  state: ClusterState = emptyState('test', 'uuid');
  readonly spaces = new Map<string, DiskSpace>();
  readonly #disks = new KnownDisks();
  readonly #host: AllocationHost;
  #timers: { readonly delayMs: number; readonly callback: () => void }[] = [];
  #seed = 1;

  constructor() {
    const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 };
    this.#host = new AllocationHost({
      nodeId: 'n1',
      roles: ['master', 'data'],
      links: {
        localNodeId: 'n1',
        handle: () => {},
        call: async (nodeId: string, name: string) =>
          name === 'allocation/disk'
            ? { space: this.spaces.get(nodeId) ?? null, shards: [] }
            : { copies: [] },
      } as never,
      master: {
        state: () => this.state,
        submit: async (name, request) => this.run(name, request) as never,
      },
      disks: this.#disks,
      identities: {} as never,
      diskOf: () => ({ space: null, shards: [] }),
      timers: {
        after: (delayMs, callback) => {
          const timer = { delayMs, callback };
          this.#timers.push(timer);
          return {
            cancel: () => {
              this.#timers = this.#timers.filter((one) => one !== timer);
            },
          };
        },
      },
      clock,
      random: this.#random(),
      log: silentLog,
    });
    for (const id of NODE_IDS) {
      this.disk(id, 500).run('join_node', { node: nodeOf(id), becomesMaster: id === 'n1' });
    }
  }

  /** In per mille. */
  disk(nodeId: string, freeBytes: number): this {
    this.spaces.set(nodeId, { totalBytes: 1000, freeBytes });
    return this;
  }

  run<Name extends CommandName>(name: Name, request: CommandRequest<Name>): this {
    const previous = this.state;
    this.state = runCommand(previous, name, request, {
      nowMs: 1_700_000_000_000,
      random: this.#random(),
      indexVersion: '136407927',
      facts: this.#disks,
    });
    this.#host.apply({ previous, current: this.state } as never);
    return this;
  }

  create(name: string, settings: Readonly<Record<string, string>>): this {
    return this.run('create_index', {
      name,
      providedName: name,
      settings: new Map(Object.entries(settings)),
      mapping: {},
      aliases: [],
      cause: 'api',
    });
  }

  /**
   * Checks the disks, as at every `cluster.info.update.interval`, carries out the result, and lets
   * moved copies arrive.
   */
  async look(): Promise<this> {
    const due = this.#timers;
    this.#timers = [];
    for (const { callback } of due) callback();
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    for (let next = this.#arriving(); next !== undefined; next = this.#arriving()) {
      this.run('shard_started', next);
    }
    return this;
  }

  spread(): Readonly<Record<string, number>> {
    const counts = Object.fromEntries(NODE_IDS.map((id) => [id, 0]));
    for (const { shards } of this.state.routing.values()) {
      for (const { nodeId = '' } of shards.flat().filter(isActive)) {
        counts[nodeId] = (counts[nodeId] ?? 0) + 1;
      }
    }
    return counts;
  }

  isBlocked(index: string): boolean {
    return this.state.metadata.indices.get(index)?.settings.get(BLOCK) === 'true';
  }

  stop(): void {
    this.#host.stop();
  }

  #arriving(): CommandRequest<'shard_started'> | undefined {
    for (const { index, uuid, shards } of this.state.routing.values()) {
      for (const [shardId, copies] of shards.entries()) {
        for (const { state, allocationId, relocation } of copies) {
          const arriving = state === 'INITIALIZING' ? allocationId : relocation?.allocationId;
          if (arriving === undefined) continue;
          return { index, indexUuid: uuid, shardId, allocationId: arriving };
        }
      }
    }
    return undefined;
  }

  #random() {
    const bytes = (count: number) => Uint8Array.from({ length: count }, () => this.#seed++ % 251);
    return { bytes, next: () => 0.5 };
  }
}

let scene: Scene;

beforeEach(() => {
  scene = new Scene();
});

afterEach(() => scene.stop());

test('above the high watermark copies leave a node, above the low one none come', async () => {
  const shards = { 'index.number_of_shards': '6', 'index.number_of_replicas': '0' };
  await scene.create('i', shards).look();
  expect(scene.spread()).toEqual({ n1: 2, n2: 2, n3: 2 });
  await scene.disk('n3', 50).look();
  await scene.look();
  expect(scene.spread()).toEqual({ n1: 3, n2: 3, n3: 0 });
  await scene.disk('n3', 120).look();
  expect(scene.spread()).toEqual({ n1: 3, n2: 3, n3: 0 });
  await scene.disk('n3', 500).look();
  await scene.look();
  expect(scene.spread()).toEqual({ n1: 2, n2: 2, n3: 2 });
});

test('above the flood stage indices of the disk are blocked, and free again by themselves', async () => {
  await scene.create('here', { 'index.number_of_replicas': '2' }).look();
  await scene
    .create('elsewhere', {
      'index.number_of_replicas': '0',
      'index.routing.allocation.require._name': 'n1',
    })
    .look();
  await scene.disk('n3', 40).look();
  expect([scene.isBlocked('here'), scene.isBlocked('elsewhere')]).toEqual([true, false]);
  await scene.disk('n3', 60).look();
  expect(scene.isBlocked('here')).toBe(true);
  await scene.disk('n3', 110).look();
  expect([scene.isBlocked('here'), scene.isBlocked('elsewhere')]).toEqual([false, false]);
});

test('without the threshold nobody looks at disks', async () => {
  const setting = 'cluster.routing.allocation.disk.threshold_enabled';
  scene.run('update_cluster_settings', {
    persistent: new Map([[setting, 'false']]),
    transient: new Map(),
  });
  await scene.create('i', { 'index.number_of_replicas': '2' }).look();
  await scene.disk('n3', 10).look();
  expect(scene.isBlocked('i')).toBe(false);
  expect(scene.spread()).toEqual({ n1: 1, n2: 1, n3: 1 });
});
