/**
 * A node with shards: it takes the shards that a snapshot asks for, and fills those that a restore
 * creates. It may be lost to the cluster and continue to work all the same.
 */
import {
  assignedCopies,
  type ClusterState,
  type DueTaking,
  dueTakings,
  type IndexMetadata,
  type Metadata,
  type ShardCopy,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import { restoreShard, takeShard } from '@skein/snapshots';
import { Process } from './process.js';
import { ContentsSink, filesOf, UNPACED } from './shard_contents.js';
import type { SimulatedCluster } from './simulated_cluster.js';

const REPORT_AGAIN_MS = 300;
const RECOVERY_MS = 60;

interface Running {
  readonly due: DueTaking;
  readonly controller: AbortController;
}

interface Opening {
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly copy: ShardCopy;
}

export class DataNode extends Process {
  readonly #id: string;
  readonly #cluster: SimulatedCluster;
  #version = -1;
  /** True when it receives no more states. */
  #isLost = false;
  /** Takings in progress, by snapshot, shard and attempt. */
  readonly #running = new Map<string, Running>();
  /** The takings that the cluster state asks for, as far as this node knows. */
  #due = new Set<string>();
  readonly #done = new Set<string>();
  /** Allocation ids of the copies that are being opened, or were opened. */
  readonly #opened = new Set<string>();

  constructor(cluster: SimulatedCluster, id: string) {
    super();
    this.#cluster = cluster;
    this.#id = id;
  }

  lose(how: 'dies' | 'sleeps'): void {
    this.#isLost = true;
    if (how === 'dies') this.isAlive = false;
  }

  apply(state: ClusterState): void {
    if (!this.isAlive || this.#isLost || state.version < this.#version) return;
    this.#version = state.version;
    this.#followTakings(state);
    this.#openCopies(state);
  }

  #followTakings(state: ClusterState): void {
    const due = new Map(dueTakings(state, this.#id).map((one) => [keyOf(one), one]));
    this.#due = new Set(due.keys());
    for (const [key, { controller }] of this.#running) {
      if (!due.has(key)) controller.abort(new Error('the snapshot was given up'));
    }
    for (const [key, one] of due) {
      if (this.#running.has(key) || this.#done.has(key)) continue;
      const running = { due: one, controller: new AbortController() };
      this.#running.set(key, running);
      this.#cluster.world.spawn(this.#take(key, running));
    }
  }

  async #take(key: string, { due, controller }: Running): Promise<void> {
    const { snapshot, index, shardId, taking } = due;
    const { ledger } = this.#cluster;
    const { signal } = controller;
    const contents = this.#cluster.contents(index.uuid, shardId);
    const report = await takeShard(this.#repository(), {
      ...UNPACED,
      snapshot: { name: snapshot.name, uuid: snapshot.uuid },
      indexId: index.id,
      shard: shardId,
      generation: taking.base,
      files: filesOf(contents),
      signal,
    }).then(
      ({ generation }) => {
        const { attempt } = taking;
        ledger.taken(generation, {
          uuid: snapshot.uuid,
          index: index.name,
          shardId,
          attempt,
          contents,
        });
        return { generation };
      },
      (thrown: unknown) => ({ reason: this.#reasonOf(thrown, signal) }),
    );
    this.#running.delete(key);
    if (signal.aborted) return;
    this.#done.add(key);
    await this.#report(key, due, report);
  }

  #reasonOf(thrown: unknown, signal: AbortSignal): string {
    if (!signal.aborted && !(thrown instanceof ApiError)) this.#cluster.world.fail(thrown);
    return asApiError(thrown).reason;
  }

  /** Reports until a master has received it. A lost node sends its report once, perhaps late. */
  async #report(
    key: string,
    { snapshot, index, shardId, taking }: DueTaking,
    report: { readonly generation: string } | { readonly reason: string },
  ): Promise<void> {
    const { world } = this.#cluster;
    const { attempt } = taking;
    const request = { uuid: snapshot.uuid, index: index.name, shardId, attempt, ...report };
    while (this.isAlive && (this.#isLost || this.#due.has(key))) {
      await world.pause(world.random.between(0, this.#isLost ? 2_000 : 40));
      if (!world.chance(0.1)) {
        this.#cluster.execute('snapshot_shard_done', request);
        return;
      }
      if (this.#isLost) return;
      await world.pause(REPORT_AGAIN_MS);
    }
  }

  #openCopies(state: ClusterState): void {
    for (const { index: name, shards } of state.routing.values()) {
      const index = state.metadata.indices.get(name);
      if (index === undefined) continue;
      for (const [shardId, copies] of shards.entries()) {
        for (const copy of assignedCopies(copies)) {
          const { allocationId = '', nodeId, state: one } = copy;
          if (nodeId !== this.#id || one !== 'INITIALIZING' || this.#opened.has(allocationId))
            continue;
          this.#opened.add(allocationId);
          this.#cluster.world.spawn(this.#open({ index, shardId, copy }));
        }
      }
    }
  }

  async #open(opening: Opening): Promise<void> {
    const { index, shardId, copy } = opening;
    const cluster = this.#cluster;
    const { world } = cluster;
    const { name, uuid: indexUuid, primaryTerms } = index;
    const { allocationId = '' } = copy;
    const at = { index: name, indexUuid, shardId, allocationId };
    await world.pause(world.random.between(0, RECOVERY_MS));
    if (copy.recoverySource === 'SNAPSHOT') {
      const reason = await this.#restore(opening);
      if (!this.isAlive || this.#isLost) return;
      if (reason !== undefined) {
        cluster.execute('shard_failed', { ...at, primaryTerm: primaryTerms[shardId] ?? 0, reason });
        return;
      }
    }
    if (!this.isAlive || this.#isLost) return;
    cluster.contents(indexUuid, shardId);
    cluster.started(this.#id, `${indexUuid}/${shardId}`, allocationId);
    cluster.execute('shard_started', at);
  }

  /**
   * Restores a shard; returns the reason of a failure, or `undefined` when the shard holds the
   * snapshot's content.
   */
  async #restore({ index, shardId }: Opening): Promise<string | undefined> {
    const { restoredFrom } = index;
    const generation = restoredFrom?.generations[shardId] ?? undefined;
    if (restoredFrom === undefined || generation === undefined) return 'nothing to restore from';
    const sink = new ContentsSink();
    const place = { indexId: restoredFrom.indexId, shard: shardId, generation };
    const { ledger } = this.#cluster;
    try {
      await restoreShard(this.#repository(), {
        ...UNPACED,
        ...place,
        snapshotUuid: restoredFrom.snapshot.uuid,
        sink,
        signal: new AbortController().signal,
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) this.#cluster.world.fail(thrown);
      const fault = asApiError(thrown);
      const { metadata } = this.#cluster.state;
      if (isRestored(metadata, index.uuid)) {
        ledger.notRestored(restoredFrom, fault, metadata.clusterUuid);
      }
      return fault.reason;
    }
    this.#cluster.setContents(index.uuid, shardId, ledger.restored(restoredFrom, shardId, sink));
    return undefined;
  }

  #repository() {
    return this.#cluster.repository(this, this.#cluster.state.term);
  }
}

/**
 * True while the restore of the index is under way. It ends without an index that is deleted
 * meanwhile; a node may find that out late, when the snapshot is gone too.
 */
function isRestored({ restores }: Metadata, indexUuid: string): boolean {
  return [...restores.values()].some(
    ({ outcome, indices }) =>
      outcome === undefined && indices.some(({ uuid }) => uuid === indexUuid),
  );
}

function keyOf({ snapshot, index, shardId, taking }: DueTaking): string {
  return `${snapshot.uuid}/${index.uuid}/${shardId}/${taking.attempt}`;
}
