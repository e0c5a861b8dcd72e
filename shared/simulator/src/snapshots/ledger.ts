/**
 * Records what users were told and what nodes took, and checks the invariants of
 * docs/specs/snapshots.md:
 *
 *     I1  every snapshot in the newest root restores to exactly what was taken by the nodes that
 *         were asked last
 *     I2  a snapshot that was reported successful is in the newest root until its deletion is asked
 *         for
 *     I3  a snapshot whose deletion was acknowledged is in no later root
 *     I4  a root has all snapshots of the root before it but those whose deletion was asked for
 *     I6  a cluster goes on from another's root only if that was the newest when it registered the
 *         repository
 *     I7  a restore that was accepted fails only by faults of the store, or because the snapshot is
 *         deleted elsewhere
 *     I8  where there are no faults, no piece of work fails
 *     I9  two snapshots in a root have different names
 *
 * I5 is checked at the end (`simulation.ts`).
 */
import {
  type ClusterState,
  FOREIGN_GENERATION,
  type RestoreSource,
  type SnapshotRecord,
  UNKNOWN_GENERATION,
} from '@skein/cluster';
import type { ApiError } from '@skein/errors';
import type { StoredRoot } from '@skein/snapshots';
import { must } from '../violation.js';
import type { Contents, ContentsSink } from './shard_contents.js';

export interface Taken {
  readonly uuid: string;
  readonly index: string;
  readonly shardId: number;
  readonly attempt: number;
  readonly contents: Contents;
}

/** Contents by index and shard. */
type Holdings = ReadonlyMap<string, ReadonlyMap<number, Contents>>;

export class SnapshotLedger {
  readonly counts = { succeeded: 0, failed: 0, deleted: 0, cleaned: 0, restored: 0, clones: 0 };
  readonly #isCalm: boolean;
  /** Takings by the list that was written. */
  readonly #taken = new Map<string, Taken>();
  /** The newest record of each snapshot. */
  readonly #records = new Map<string, SnapshotRecord>();
  readonly #successful = new Set<string>();
  /** The snapshots whose deletion was asked for. */
  readonly #deletionAsked = new Set<string>();
  readonly #deleted = new Set<string>();
  /** For each cluster, the snapshots whose deletion is in progress. */
  readonly #deleting = new Map<string, Set<string>>();
  /** For each cluster, the newest root when it registered the repository. */
  readonly #accepted = new Map<string, number>();
  #root: StoredRoot | undefined;

  constructor(isCalm: boolean) {
    this.#isCalm = isCalm;
  }

  taken(list: string, taken: Taken): void {
    this.#taken.set(list, taken);
  }

  /** Checks the change that a command has made to a cluster's state. */
  async changed(before: ClusterState, after: ClusterState): Promise<void> {
    this.#snapshotsChanged(before, after);
    this.#deletionsChanged(before, after);
    this.#restoresChanged(before, after);
    this.#registrationsChanged(before, after);
  }

  #snapshotsChanged({ metadata: before }: ClusterState, { metadata }: ClusterState): void {
    for (const [uuid, snapshot] of metadata.snapshots) {
      const known = before.snapshots.get(uuid);
      if (known === snapshot) continue;
      this.#records.set(uuid, snapshot);
      this.#checkTakings(snapshot);
      if (snapshot.outcome !== undefined && known?.outcome === undefined) this.#ended(snapshot);
    }
  }

  /** S3: a taking counts only if it is the report of the node that was asked last. */
  #checkTakings({ name, indices }: SnapshotRecord): void {
    for (const { name: index, shards } of indices) {
      for (const [shardId, { state, generation = '', attempt }] of shards.entries()) {
        if (state !== 'taken') continue;
        const taken = this.#taken.get(generation);
        const isLast = taken?.attempt === attempt;
        must(
          isLast,
          'I1',
          () => `[${name}] has [${index}][${shardId}] of attempt ${taken?.attempt}, not ${attempt}`,
        );
      }
    }
  }

  #ended({ uuid, name, outcome, indices, source }: SnapshotRecord): void {
    const result = outcome?.result;
    if (result === 'SUCCESS' || result === 'PARTIAL') {
      this.counts.succeeded++;
      if (source !== undefined) this.counts.clones++;
      const open = indices.flatMap(({ shards }) => shards).filter(({ state }) => isUnderWay(state));
      must(
        open.length === 0,
        'I1',
        () => `[${name}] has ended, and ${open.length} shards have not`,
      );
      if (!this.#deletionAsked.has(uuid)) this.#successful.add(uuid);
      return;
    }
    this.counts.failed++;
    const isFault = this.#isCalm && result === 'FAILED' && !isForeseen(outcome?.reason);
    must(!isFault, 'I8', () => `[${name}] failed: ${outcome?.reason}`);
  }

  #deletionsChanged({ metadata: before }: ClusterState, { metadata }: ClusterState): void {
    const deleting = this.#deletingOf(metadata.clusterUuid);
    for (const [uuid, { snapshots, outcome }] of metadata.snapshotDeletions) {
      const known = before.snapshotDeletions.get(uuid);
      const uuids = snapshots.map((one) => one.uuid);
      if (known === undefined) {
        const restored = restoredIn(before.restores);
        for (const one of uuids) {
          const isFree = !restored.has(one);
          must(isFree, 'I7', () => `${this.#nameOf(one)} is deleted while it is restored`);
          this.#deletionAsked.add(one);
          deleting.add(one);
          this.#successful.delete(one);
        }
      }
      if (outcome === undefined || known?.outcome !== undefined) continue;
      for (const one of uuids) deleting.delete(one);
      if (outcome.result === 'SUCCESS') {
        for (const one of uuids) this.#deleted.add(one);
        if (uuids.length === 0) this.counts.cleaned++;
        else this.counts.deleted++;
        if (this.#root) this.#checkDeleted(this.#root);
        continue;
      }
      this.counts.failed++;
      must(!this.#isCalm, 'I8', () => `a deletion failed: ${outcome.reason}`);
    }
  }

  #deletingOf(cluster: string): Set<string> {
    const deleting = this.#deleting.get(cluster) ?? new Set();
    this.#deleting.set(cluster, deleting);
    return deleting;
  }

  #restoresChanged({ metadata: before }: ClusterState, { metadata }: ClusterState): void {
    for (const [uuid, { outcome }] of metadata.restores) {
      if (outcome?.result !== 'SUCCESS' || before.restores.get(uuid)?.outcome) continue;
      this.counts.restored++;
    }
  }

  #registrationsChanged({ metadata: before }: ClusterState, { metadata }: ClusterState): void {
    const { clusterUuid } = metadata;
    for (const [name, { uuid, generation }] of metadata.repositories) {
      const known = before.repositories.get(name);
      const isFirst = known?.uuid !== uuid || known.generation === UNKNOWN_GENERATION;
      if (!isFirst || generation <= UNKNOWN_GENERATION || generation === FOREIGN_GENERATION)
        continue;
      this.#accepted.set(clusterUuid, Math.max(generation, this.#accepted.get(clusterUuid) ?? -1));
    }
  }

  /** Checks a root that was written; it is the newest. */
  rootWritten(root: StoredRoot): void {
    const before = this.#root;
    this.#root = root;
    const uuids = new Set(root.snapshots.map(({ uuid }) => uuid));
    must(uuids.size === root.snapshots.length, 'I1', () => 'a snapshot is there twice');
    const names = new Set(root.snapshots.map(({ name }) => name));
    must(names.size === uuids.size, 'I9', () => `a name is in root ${root.generation} twice`);
    for (const uuid of this.#successful) {
      must(
        uuids.has(uuid),
        'I2',
        () => `${this.#nameOf(uuid)} is gone from root ${root.generation}`,
      );
    }
    this.#checkDeleted(root);
    for (const { uuid } of before?.snapshots ?? []) {
      const isKept = uuids.has(uuid) || this.#deletionAsked.has(uuid);
      must(isKept, 'I4', () => `${this.#nameOf(uuid)} is gone from root ${root.generation}`);
    }
    const { clusterUuid } = root.writer;
    if (before === undefined || before.writer.clusterUuid === clusterUuid) return;
    const accepted = this.#accepted.get(clusterUuid) ?? -1;
    const isOwn = accepted >= root.generation - 1;
    must(isOwn, 'I6', () => `${clusterUuid} wrote root ${root.generation} over another's`);
  }

  #checkDeleted({ generation, snapshots }: StoredRoot): void {
    for (const { uuid } of snapshots) {
      const isBack = this.#deleted.has(uuid);
      must(!isBack, 'I3', () => `${this.#nameOf(uuid)} was deleted and is in root ${generation}`);
    }
  }

  /** The content to which these indices of the snapshot must restore. */
  expected(uuid: string): Holdings {
    const record = this.#records.get(uuid);
    if (record === undefined) return new Map();
    if (record.source !== undefined) {
      const source = this.expected(record.source.uuid);
      const names = new Set(record.indices.map(({ name }) => name));
      return new Map([...source].filter(([name]) => names.has(name)));
    }
    return new Map(
      record.indices.map(({ name, shards }) => {
        const held = shards.flatMap(({ state, generation = '' }, shardId) => {
          const taken = state === 'taken' ? this.#taken.get(generation) : undefined;
          return taken === undefined ? [] : [[shardId, taken.contents] as const];
        });
        return [name, new Map(held)];
      }),
    );
  }

  /** Checks a restored shard, and returns its content. */
  restored({ snapshot, index }: RestoreSource, shardId: number, sink: ContentsSink): Contents {
    const wanted = this.expected(snapshot.uuid).get(index)?.get(shardId);
    const isSame = wanted !== undefined && sink.holds(wanted);
    must(
      isSame,
      'I7',
      () => `[${snapshot.name}][${index}][${shardId}] restored to ${sink.names()}`,
    );
    return wanted ?? {};
  }

  notRestored({ snapshot }: RestoreSource, fault: ApiError, clusterUuid: string): void {
    if (fault.cause !== undefined) return;
    const isOwnAffair =
      !this.#deletionAsked.has(snapshot.uuid) || this.#deletingOf(clusterUuid).has(snapshot.uuid);
    must(!isOwnAffair, 'I7', () => `[${snapshot.name}] could not be restored: ${fault.reason}`);
  }

  #nameOf(uuid: string): string {
    return `[${this.#records.get(uuid)?.name ?? uuid}/${uuid}]`;
  }
}

function isUnderWay(state: string): boolean {
  return state === 'waiting' || state === 'taking';
}

/** UUIDs of the snapshots that are being restored. */
function restoredIn(restores: ClusterState['metadata']['restores']): ReadonlySet<string> {
  const open = [...restores.values()].filter(({ outcome }) => outcome === undefined);
  return new Set(open.map(({ snapshot }) => snapshot.uuid));
}

/** True for failures that users cause: names that are taken, sources that are gone. */
function isForeseen(reason = ''): boolean {
  return /same name already exists|to be cloned is missing|no such index/.test(reason);
}
