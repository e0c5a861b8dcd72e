/**
 * The master's next work in a repository. Dependent pieces of work are done in the order of their
 * requests:
 * - a deletion runs alone: it waits for all earlier work, and no later work begins until it has
 *   ended;
 * - a snapshot begins when no earlier one under way has an index of the same name, since each
 *   builds on the other's files.
 *
 * docs/specs/snapshots.md lists the invariants that the simulator checks.
 */
import type { ClusterState } from '../state/cluster_state.js';
import type { DeletionRecord, SnapshotRecord } from '../state/snapshot_records.js';

export type RepositoryWork =
  | { readonly kind: 'begin'; readonly snapshot: SnapshotRecord }
  | { readonly kind: 'clone'; readonly snapshot: SnapshotRecord }
  | { readonly kind: 'finish'; readonly snapshot: SnapshotRecord }
  | { readonly kind: 'give_up'; readonly snapshot: SnapshotRecord }
  | { readonly kind: 'delete'; readonly deletion: DeletionRecord };

/** The active rules: all of them, except for those that a mutant of the simulator lacks. */
export interface WorkRules {
  readonly deletionsAreAlone: boolean;
  readonly snapshotsOfAnIndexTakeTurns: boolean;
  readonly finishesWhenAllIsTaken: boolean;
}

export const WORK_RULES: WorkRules = {
  deletionsAreAlone: true,
  snapshotsOfAnIndexTakeTurns: true,
  finishesWhenAllIsTaken: true,
};

/** The due work, at most one piece in each repository. */
export function dueWork(state: ClusterState, rules: WorkRules = WORK_RULES): RepositoryWork[] {
  const { repositories, snapshots, snapshotDeletions } = state.metadata;
  if (snapshots.size === 0 && snapshotDeletions.size === 0) return [];
  return [...repositories.keys()].flatMap((name) => nextIn(state, name, rules) ?? []);
}

function nextIn(
  state: ClusterState,
  repository: string,
  rules: WorkRules,
): RepositoryWork | undefined {
  const isOpen = (record: SnapshotRecord | DeletionRecord) =>
    record.repository === repository && record.outcome === undefined;
  const snapshots = [...state.metadata.snapshots.values()].filter(isOpen);
  const deletions = [...state.metadata.snapshotDeletions.values()].filter(isOpen);
  const [deletion] = deletions.sort(bySequence);
  for (const snapshot of snapshots.sort(bySequence)) {
    if (rules.deletionsAreAlone && deletion !== undefined && deletion.sequence < snapshot.sequence)
      break;
    const work = workOf(snapshot, snapshots, rules);
    if (work !== undefined) return work;
  }
  if (deletion === undefined) return undefined;
  const isFirst = snapshots.every(({ sequence }) => sequence > deletion.sequence);
  return isFirst || !rules.deletionsAreAlone ? { kind: 'delete', deletion } : undefined;
}

function workOf(
  snapshot: SnapshotRecord,
  open: readonly SnapshotRecord[],
  rules: WorkRules,
): RepositoryWork | undefined {
  if (snapshot.isAborted) return { kind: 'give_up', snapshot };
  if (!snapshot.hasBegun) {
    const waits =
      rules.snapshotsOfAnIndexTakeTurns &&
      open.some((other) => other.sequence < snapshot.sequence && sharesIndex(other, snapshot));
    if (waits) return undefined;
    return { kind: snapshot.source === undefined ? 'begin' : 'clone', snapshot };
  }
  return isTaken(snapshot) || !rules.finishesWhenAllIsTaken
    ? { kind: 'finish', snapshot }
    : undefined;
}

function sharesIndex(a: SnapshotRecord, b: SnapshotRecord): boolean {
  const names = new Set(a.indices.map(({ name }) => name));
  return b.indices.some(({ name }) => names.has(name));
}

/** True if none of the snapshot's shards is under way any more. */
function isTaken({ indices }: SnapshotRecord): boolean {
  return indices.every(({ shards }) =>
    shards.every(({ state }) => state !== 'waiting' && state !== 'taking'),
  );
}

function bySequence(a: { readonly sequence: number }, b: { readonly sequence: number }): number {
  return a.sequence - b.sequence;
}
