/**
 * Users of a cluster: they ask for snapshots, clones, deletions, clean-ups and restores, and create
 * and delete indices.
 */
import {
  type CommandRequest,
  decodeIndex,
  encodeIndex,
  FOREIGN_GENERATION,
  type IndexToRestore,
} from '@skein/cluster';
import { isJsonObject, parseJson } from '@skein/content';
import {
  type RepositoryOptions,
  type RootSnapshot,
  readDetails,
  readIndexMetadata,
  readRoot,
  type StoredRoot,
} from '@skein/snapshots';
import { Process } from './process.js';
import type { SimulatedCluster } from './simulated_cluster.js';
import { REPOSITORY } from './world.js';

const NAMES = ['a', 'b', 'c'];
const REGISTRATION = { name: REPOSITORY, type: 'fs', settings: { location: 'there' } };

export class Users extends Process {
  readonly #cluster: SimulatedCluster;
  #made = 0;

  constructor(cluster: SimulatedCluster) {
    super();
    this.#cluster = cluster;
  }

  /** Makes a random request. */
  ask(): void {
    const { world } = this.#cluster;
    world.spawn(this.#ask());
  }

  register(): Promise<void> {
    return this.#cluster.submit('put_repository', REGISTRATION);
  }

  cleanUp(): Promise<void> {
    return this.#cluster.submit('delete_snapshots', { repository: REPOSITORY, snapshots: [] });
  }

  createIndex(name: string): Promise<void> {
    const { random } = this.#cluster.world;
    const settings = new Map([
      ['index.number_of_shards', random.pick(['1', '2'])],
      ['index.number_of_replicas', random.pick(['0', '1'])],
      ['index.unassigned.node_left.delayed_timeout', '0'],
    ]);
    return this.#cluster.submit('create_index', {
      name,
      providedName: name,
      settings,
      mapping: {},
      aliases: [],
      cause: 'api',
    });
  }

  #ask(): Promise<void> {
    const { state, world } = this.#cluster;
    const { random } = world;
    const repository = state.metadata.repositories.get(REPOSITORY);
    const mustRegister = repository === undefined || repository.generation === FOREIGN_GENERATION;
    if (mustRegister && random.chance(0.5)) return this.register();
    const kinds = [
      () => this.#snapshot(),
      () => this.#snapshot(),
      () => this.#snapshot(),
      () => this.#snapshot(),
      () => this.#delete(),
      () => this.#delete(),
      () => this.#clone(),
      () => this.#restore(),
      () => this.cleanUp(),
      () => this.#changeIndices(),
    ];
    return random.pick(kinds)();
  }

  #snapshot(): Promise<void> {
    const { state, world } = this.#cluster;
    const { random } = world;
    const there = [...state.metadata.indices.keys()];
    const chosen = random.some(there, 0.7);
    return this.#cluster.submit('create_snapshot', {
      ...this.#named(),
      indices: chosen.length === 0 ? there : chosen,
      isPartial: random.chance(0.5),
    });
  }

  #named(): Omit<CommandRequest<'create_snapshot'>, 'indices' | 'isPartial'> {
    const { random, newUuid, swarm } = this.#cluster.world;
    const number = swarm.repeatsNames ? random.below(6) : ++this.#made;
    return {
      repository: REPOSITORY,
      name: `${this.#cluster.name}-${number}`,
      uuid: newUuid(),
      dataStreams: [],
      includeGlobalState: random.chance(0.3),
    };
  }

  async #clone(): Promise<void> {
    const { random } = this.#cluster.world;
    const source = this.#pick(await this.#root());
    if (source === undefined) return;
    const { name, uuid, indices } = source;
    const chosen = random.some(indices, 0.7);
    await this.#cluster.submit('create_snapshot', {
      ...this.#named(),
      indices: chosen.length === 0 ? indices : chosen,
      isPartial: false,
      source: { name, uuid },
    });
  }

  async #delete(): Promise<void> {
    const { world, state } = this.#cluster;
    const root = await this.#root();
    const running = [...state.metadata.snapshots.values()].filter(({ outcome }) => !outcome);
    const all = [...running, ...root.snapshots].map(({ name, uuid }) => ({ name, uuid }));
    if (all.length === 0) return;
    // Running snapshots are preferred: their finalization may be on its way to the store.
    const isOfRunning = running.length > 0 && world.random.chance(0.5);
    const first = world.random.pick(isOfRunning ? all.slice(0, running.length) : all);
    const second = world.random.pick(isOfRunning ? [first] : all);
    const snapshots = first.uuid === second.uuid ? [first] : [first, second];
    await this.#cluster.submit('delete_snapshots', { repository: REPOSITORY, snapshots });
  }

  async #restore(): Promise<void> {
    const { newUuid, random } = this.#cluster.world;
    const root = await this.#root();
    const snapshot = this.#pick(root);
    if (snapshot === undefined) return;
    const name = random.pick([...snapshot.indices, '']);
    if (name === '') return;
    const index = await this.#toRestore(root, snapshot, name);
    if (index === undefined) return;
    await this.#cluster.submit('restore_snapshot', {
      uuid: newUuid(),
      repository: REPOSITORY,
      snapshot: { name: snapshot.name, uuid: snapshot.uuid },
      indices: [index],
      dataStreams: [],
    });
  }

  async #toRestore(
    root: StoredRoot,
    { uuid }: RootSnapshot,
    name: string,
  ): Promise<IndexToRestore | undefined> {
    const repository = this.#repository();
    const details = await readDetails(repository, uuid);
    const metadata = parseJson(await readIndexMetadata(repository, uuid, name, root));
    if (!isJsonObject(metadata)) return undefined;
    const taken = decodeIndex(metadata);
    const known = root.indices.find((index) => index.name === name);
    const lacks = (shard: number) =>
      details.failures.some((one) => one.index === name && one.shard === shard);
    return {
      name,
      target: `back-${++this.#made}`,
      indexId: known?.id ?? '',
      generations: Array.from({ length: taken.numberOfShards }, (_, shard) =>
        lacks(shard) ? null : (known?.generations[shard] ?? null),
      ),
      metadata: encodeIndex(taken),
      keepsAliases: false,
    };
  }

  async #changeIndices(): Promise<void> {
    const { state, world } = this.#cluster;
    const { random } = world;
    const missing = NAMES.filter((name) => !state.metadata.indices.has(name));
    const restored = [...state.metadata.indices.keys()].filter((name) => !NAMES.includes(name));
    const [name] = missing;
    if (name !== undefined) await this.createIndex(name);
    else await this.#cluster.submit('delete_index', { indices: [random.pick([...restored, 'c'])] });
  }

  #pick({ snapshots }: StoredRoot): RootSnapshot | undefined {
    return snapshots.length === 0 ? undefined : this.#cluster.world.random.pick(snapshots);
  }

  #root(): Promise<StoredRoot> {
    return readRoot(this.#repository());
  }

  #repository(): RepositoryOptions {
    return this.#cluster.repository(this, this.#cluster.state.term);
  }
}
