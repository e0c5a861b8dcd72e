/**
 * One world: users make requests while nodes and masters come and go and the store fails; then the
 * faults end, the remaining work ends, and a clean-up leaves no unneeded blob. `turn` lets all
 * settled promises run before the next event.
 */
import { FOREIGN_GENERATION } from '@skein/cluster';
import { must } from '../violation.js';
import { Inspector } from './inspector.js';
import { SnapshotLedger } from './ledger.js';
import { snapshotRulesWith } from './mutants.js';
import { SimulatedCluster } from './simulated_cluster.js';
import { Users } from './users.js';
import { REPOSITORY, World } from './world.js';

export interface SnapshotsReport {
  readonly snapshots: number;
  readonly failures: number;
  readonly clones: number;
  readonly deletions: number;
  readonly cleanUps: number;
  readonly restores: number;
  readonly masters: number;
  readonly calls: number;
  readonly trace: string;
}

/** The time after the faults by which all work must have ended. */
const HEALING_MS = 120_000;
const MOST_STEPS = 200_000;

export type Turn = () => Promise<void>;

export class SnapshotsSimulation {
  readonly #world: World;
  readonly #ledger: SnapshotLedger;
  readonly #inspector: Inspector;
  readonly #clusters: readonly { readonly cluster: SimulatedCluster; readonly users: Users }[];
  readonly #turn: Turn;
  #steps = 0;

  constructor(seed: number, turn: Turn, mutant: string | undefined) {
    this.#turn = turn;
    this.#world = new World(seed, snapshotRulesWith(mutant));
    const { swarm } = this.#world;
    this.#ledger = new SnapshotLedger(swarm.isCalm);
    this.#inspector = new Inspector(this.#world, this.#ledger);
    const own = { name: 'n', nodeCount: swarm.nodeCount };
    const rival = { name: 'rival', nodeCount: 1 };
    this.#clusters = (swarm.hasRival ? [own, rival] : [own]).map((options) => {
      const cluster = new SimulatedCluster(this.#world, this.#ledger, options);
      return { cluster, users: new Users(cluster) };
    });
  }

  get trace() {
    return this.#world.trace;
  }

  async run(): Promise<SnapshotsReport> {
    this.#begin();
    await this.#until(() => this.#world.elapsedMs >= this.#world.swarm.activeMs);
    this.#world.isHealed = true;
    await this.#allEnds();
    await this.#checkNothingNeedless();
    const { succeeded, failed, deleted, cleaned, restored, clones } = this.#ledger.counts;
    return {
      snapshots: succeeded,
      failures: failed,
      clones,
      deletions: deleted,
      cleanUps: cleaned,
      restores: restored,
      masters: this.#clusters.reduce((sum, { cluster }) => sum + cluster.masters, 0),
      calls: this.#world.calls,
      trace: this.#world.trace.toString(),
    };
  }

  #begin(): void {
    const { swarm } = this.#world;
    for (const { cluster, users } of this.#clusters) {
      this.#world.spawn(users.createIndex('a'));
      this.#world.spawn(users.createIndex('b'));
      this.#world.spawn(users.register());
      this.#every(swarm.requestEveryMs, () => users.ask());
      this.#every(swarm.writeEveryMs, () => cluster.write());
      this.#every(swarm.nodeLeavesEveryMs, () => cluster.loseNode());
      this.#every(swarm.masterChangesEveryMs, () => cluster.changeMaster());
    }
  }

  #every(meanMs: number, act: () => void): void {
    if (meanMs === Infinity) return;
    this.#world.after(this.#world.random.between(0.2, 1.8) * meanMs, () => {
      if (this.#world.isHealed) return;
      act();
      this.#every(meanMs, act);
    });
  }

  /** Runs events until the condition holds, or until no event is left. */
  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && this.#world.step()) {
      must(++this.#steps < MOST_STEPS, 'L1', () => 'it does not come to rest');
      await this.#turn();
      this.#rethrow();
      await this.#inspector.look();
    }
  }

  #rethrow(): void {
    const { failure } = this.#world;
    if (failure !== undefined) throw failure.thrown;
  }

  async #allEnds(): Promise<void> {
    const { elapsedMs } = this.#world;
    await this.#until(() => this.#world.elapsedMs >= elapsedMs + HEALING_MS);
    for (const { cluster } of this.#clusters) {
      const { snapshots, snapshotDeletions, restores } = cluster.state.metadata;
      const open = [...snapshots.values(), ...snapshotDeletions.values(), ...restores.values()];
      const left = open.filter(({ outcome }) => outcome === undefined);
      must(left.length === 0, 'L1', () => `it has not ended: ${JSON.stringify(left[0])}`);
    }
  }

  async #checkNothingNeedless(): Promise<void> {
    const [first] = this.#clusters;
    if (first === undefined) return;
    const { cluster, users } = first;
    const isForeign = () =>
      cluster.state.metadata.repositories.get(REPOSITORY)?.generation === FOREIGN_GENERATION;
    for (let attempt = 0; attempt < 2; attempt++) {
      if (isForeign()) this.#world.spawn(users.register());
      this.#world.spawn(this.#world.pause(100).then(() => users.cleanUp()));
      await this.#until(() => false);
    }
    const needless = this.#inspector.needless();
    must(needless.length === 0, 'I5', () => `needless: ${needless.join(', ')}`);
  }
}
