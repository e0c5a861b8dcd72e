/**
 * A master that works on repositories from its election until its death; it may have been replaced
 * long before without knowing.
 */
import {
  advanceSnapshots,
  type ClusterState,
  type CommandName,
  type CommandRequest,
  carryOut,
  dueWork,
  nextAdvanceMs,
  type RepositoryOperations,
  type RepositoryWork,
  repositoryStorage,
} from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { RepositoryOptions } from '@skein/snapshots';
import { operationsOn } from './operations.js';
import { Process } from './process.js';
import type { SimulatedCluster } from './simulated_cluster.js';
import { REPOSITORY } from './world.js';

const AGAIN_MS = 500;
const COMMAND_MS = 30;

export class MasterProcess extends Process {
  readonly term: number;
  readonly nodeId: string;
  isLeading = true;
  readonly #cluster: SimulatedCluster;
  /** The newest state that it knows. */
  #view: ClusterState;
  #isBusy = false;
  #isAdvancing = false;
  #nextMs = Infinity;

  constructor(cluster: SimulatedCluster, term: number, nodeId: string) {
    super();
    this.#cluster = cluster;
    this.term = term;
    this.nodeId = nodeId;
    this.#view = cluster.state;
  }

  apply(state: ClusterState): void {
    if (!this.isAlive || state.version < this.#view.version) return;
    this.#view = state;
    this.#look();
  }

  #look(): void {
    if (!this.isAlive || !this.isLeading || this.#view.term !== this.term) return;
    this.#advance();
    for (const work of dueWork(this.#view, this.#cluster.world.rules.work)) this.#start(work);
  }

  #advance(): void {
    const { world } = this.#cluster;
    const nowMs = world.nowMs();
    const atMs = nextAdvanceMs(this.#view) ?? Infinity;
    if (atMs < this.#nextMs) {
      this.#nextMs = atMs;
      world.after(Math.max(1, atMs - nowMs + 1), () => {
        this.#nextMs = Infinity;
        this.#look();
      });
    }
    if (this.#isAdvancing || advanceSnapshots(this.#view, nowMs) === this.#view) return;
    this.#isAdvancing = true;
    world.spawn(
      this.#then(this.#run('advance_snapshots', {}), () => {
        this.#isAdvancing = false;
      }),
    );
  }

  #start(work: RepositoryWork): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { world } = this.#cluster;
    world.trace.add(`${work.kind} in term ${this.term}`);
    if (work.kind === 'finish') this.#cluster.ambush(work.snapshot);
    const known = () => this.#view.metadata.repositories.get(REPOSITORY)?.generation ?? -1;
    const done = carryOut(work, {
      state: () => world.rules.stateSeen(this.#view, this.term),
      storageIn: (term) => repositoryStorage(this.#operations(term), known),
      run: (name, request) => this.#run(name, request),
      newUuid: world.newUuid,
      nowMs: world.nowMs,
      version: { version: '1', versionId: 1 },
    });
    world.spawn(
      this.#then(done, () => {
        this.#isBusy = false;
      }),
    );
  }

  /** Looks again when the work has ended; after a refused command only after a while. */
  async #then(work: Promise<void>, ended: () => void): Promise<void> {
    try {
      await work;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) this.#cluster.world.fail(thrown);
      await this.#cluster.world.pause(AGAIN_MS);
    }
    ended();
    this.#look();
  }

  /**
   * Runs a command, which is refused if this process is no longer the master when the command's
   * turn comes.
   */
  async #run<Name extends CommandName>(name: Name, request: CommandRequest<Name>): Promise<void> {
    const { world } = this.#cluster;
    const pause = () => this.hear(world.pause(world.random.between(0, COMMAND_MS)));
    await pause();
    if (!this.isLeading) throw new ApiError('master_not_discovered_exception', 'no longer');
    this.#cluster.execute(name, request);
    this.#view = this.#cluster.state;
    await pause();
  }

  #operations(term: number): RepositoryOperations {
    const { rules } = this.#cluster.world;
    const repository = (): RepositoryOptions =>
      this.#cluster.repository(this, rules.writerTerm(term, this.#view.term));
    return rules.operations(operationsOn(repository), repository);
  }
}
