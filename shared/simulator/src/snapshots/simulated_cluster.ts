/**
 * A cluster with one state, which only commands change: its nodes leave and join, its shards
 * change, its master may be replaced at any moment.
 */
import {
  type AllocationFacts,
  type ClusterNode,
  type ClusterState,
  type CommandName,
  type CommandRequest,
  emptyState,
  type SnapshotRecord,
  type StoredCopy,
} from '@skein/cluster';
import type { RepositoryOptions } from '@skein/snapshots';
import { DataNode } from './data_node.js';
import type { SnapshotLedger } from './ledger.js';
import { MasterProcess } from './master_process.js';
import { type Process, ProcessStore } from './process.js';
import { type Contents, changedContents, newContents } from './shard_contents.js';
import { REPOSITORY, type World } from './world.js';

/**
 * The behaviour of a replaced master: it follows the states of its successor, receives nothing any
 * more, or has died.
 */
type Afterlife = 'follows' | 'sleeps' | 'dies';

export class SimulatedCluster {
  readonly world: World;
  readonly ledger: SnapshotLedger;
  readonly name: string;
  state: ClusterState;
  master: MasterProcess;
  masters = 1;
  readonly #former: MasterProcess[] = [];
  readonly #nodes = new Map<string, DataNode>();
  /** Contents by UUID of the index and shard. */
  readonly #contents = new Map<string, Contents>();
  /** Stored copies by node, then by shard. */
  readonly #disks = new Map<string, Map<string, StoredCopy>>();
  #starts = 0;

  constructor(
    world: World,
    ledger: SnapshotLedger,
    options: { readonly name: string; readonly nodeCount: number },
  ) {
    this.world = world;
    this.ledger = ledger;
    this.name = options.name;
    this.state = emptyState(options.name, `cluster-${options.name}`);
    this.master = new MasterProcess(this, 1, `${options.name}1`);
    for (let at = 1; at <= options.nodeCount; at++) this.join(`${options.name}${at}`);
    this.#takeOffice();
  }

  /** Runs a command; throws if the command is refused. */
  execute<Name extends CommandName>(name: Name, request: CommandRequest<Name>): void {
    const { world } = this;
    const before = this.state;
    const facts = this.#facts();
    const environment = {
      nowMs: world.nowMs(),
      random: world.random,
      indexVersion: '136407927',
      facts,
    };
    const after = world.rules.execute(before, name, request, environment);
    if (after === before) return;
    this.state = after;
    world.trace.add(`${this.name} ${name} ${after.version}`);
    world.spawn(this.ledger.changed(before, after));
    this.#publish(after);
  }

  /** Submits a user's request, after a delay. */
  async submit<Name extends CommandName>(name: Name, request: CommandRequest<Name>): Promise<void> {
    const { world } = this;
    await world.pause(world.random.between(0, 30));
    this.execute(name, request);
  }

  /** The repository as a process reaches it. */
  repository(process: Process, term: number): RepositoryOptions {
    const { world } = this;
    return {
      name: REPOSITORY,
      store: world.rules.store(new ProcessStore(world, process), world.aliases),
      nowMs: world.nowMs,
      newUuid: world.newUuid,
      writer: { clusterUuid: this.state.metadata.clusterUuid, term },
      isCompressed: false,
      chunkBytes: world.swarm.chunkBytes,
      // No operation of the simulation is long enough to need a pause.
      turns: {
        clock: { monotonicMs: () => 0 },
        timers: { after: () => ({ cancel: () => {} }) },
      },
    };
  }

  contents(indexUuid: string, shardId: number): Contents {
    const key = `${indexUuid}/${shardId}`;
    const known = this.#contents.get(key) ?? newContents(this.world.random);
    this.#contents.set(key, known);
    return known;
  }

  setContents(indexUuid: string, shardId: number, contents: Contents): void {
    this.#contents.set(`${indexUuid}/${shardId}`, contents);
  }

  write(): void {
    const { random } = this.world;
    const [indexUuid, shardId] = random.pick([...this.#contents.keys(), '/']).split('/');
    if (indexUuid === undefined || indexUuid === '') return;
    const contents = this.contents(indexUuid, Number(shardId));
    this.setContents(indexUuid, Number(shardId), changedContents(contents, random));
  }

  started(nodeId: string, key: string, allocationId: string): void {
    this.#disks.get(nodeId)?.set(key, { allocationId, maxSeqNo: this.#starts++ });
  }

  join(id: string): void {
    const known = this.#disks.get(id) ?? new Map<string, StoredCopy>();
    this.#disks.set(id, known);
    const node = clusterNode(id, `${id}-${this.#starts++}`);
    this.#nodes.set(id, new DataNode(this, id));
    this.execute('join_node', { node, becomesMaster: this.state.nodes.size === 0 });
  }

  /** Loses a node other than the master's: it is dead, or only unreachable. */
  loseNode(): void {
    const { random } = this.world;
    const others = [...this.#nodes.keys()].filter((id) => id !== this.master.nodeId);
    if (others.length === 0) return;
    const id = random.pick(others);
    this.#nodes.get(id)?.lose(random.chance(0.5) ? 'dies' : 'sleeps');
    this.#nodes.delete(id);
    this.execute('node_left', { nodeIds: [id], reason: 'simulated' });
    this.world.after(random.between(200, 3_000), () => this.join(id));
  }

  /** Elects another node as master; the old master may not know for a while. */
  changeMaster(): void {
    const { random } = this.world;
    const afterlife = random.pick<Afterlife>(['follows', 'follows', 'sleeps', 'dies']);
    const former = this.master;
    former.isLeading = false;
    if (afterlife === 'dies') former.isAlive = false;
    if (afterlife === 'follows') this.#former.push(former);
    former.lagMs = random.pick([0, 100, 1_000]);
    this.masters++;
    const nodeId = random.pick([...this.#nodes.keys()]);
    this.master = new MasterProcess(this, this.state.term + 1, nodeId);
    this.#takeOffice();
  }

  /**
   * Replaces a master that is about to write a root with the snapshot, and asks its successor to
   * delete the snapshot.
   */
  ambush({ name, uuid }: SnapshotRecord): void {
    const { world } = this;
    if (!world.chance(world.swarm.ambushChance)) return;
    world.after(world.random.between(0, 3 * world.swarm.callMs), () => this.changeMaster());
    const request = { repository: REPOSITORY, snapshots: [{ name, uuid }] };
    world.spawn(
      world.pause(world.swarm.callMs).then(() => this.submit('delete_snapshots', request)),
    );
  }

  #takeOffice(): void {
    const { term, nodeId } = this.master;
    this.execute('take_office', {
      nodeId,
      term,
      present: [...this.state.nodes.values()],
      configuredSettings: new Map(),
      clusterUuid: `uuid-of-${this.name}`,
    });
  }

  #publish(state: ClusterState): void {
    const { world } = this;
    const { master } = this;
    world.after(0, () => master.apply(state));
    for (const node of this.#nodes.values()) {
      world.after(world.random.between(0, 50), () => node.apply(state));
    }
    for (const former of this.#former) {
      world.after(world.random.between(0, 50), () => former.apply(state));
    }
  }

  #facts(): AllocationFacts {
    return {
      disk: () => undefined,
      shardBytes: () => undefined,
      storedCopy: (nodeId, uuid, shardId) =>
        this.#disks.get(nodeId)?.get(`${uuid}/${shardId}`) ?? 'none',
    };
  }
}

function clusterNode(id: string, ephemeralId: string): ClusterNode {
  return {
    id,
    ephemeralId,
    name: id,
    host: id,
    transportAddress: `${id}:9300`,
    httpAddress: undefined,
    roles: ['master', 'data'],
    attributes: new Map(),
    version: '1',
  };
}
