/** Advances snapshots and restores after changes in the cluster. */
import type { ClusterState } from '../state/cluster_state.js';
import { advanceRestore } from './advance_restores.js';
import { advanceTakings } from './advance_takings.js';

/** Milliseconds for which the record of ended work is kept for the requests that wait for it. */
export const KEPT_MS = 10_000;

/** The advanced state, or the same object when nothing changes. */
export function advanceSnapshots(state: ClusterState, nowMs: number): ClusterState {
  const { snapshots, restores } = state.metadata;
  if (isIdle(state)) return state;
  const advanced = changedValues(snapshots, (one) => advanceTakings(state, one));
  let next =
    advanced === snapshots
      ? state
      : { ...state, metadata: { ...state.metadata, snapshots: advanced } };
  for (const restore of restores.values()) next = advanceRestore(next, restore, nowMs);
  return withoutEnded(next, nowMs);
}

function isIdle({ metadata }: ClusterState): boolean {
  const { snapshots, snapshotDeletions, restores } = metadata;
  return snapshots.size === 0 && snapshotDeletions.size === 0 && restores.size === 0;
}

function changedValues<T>(map: ReadonlyMap<string, T>, change: (value: T) => T) {
  const changed = [...map].map(([key, value]) => [key, change(value)] as const);
  return changed.every(([key, value]) => map.get(key) === value) ? map : new Map(changed);
}

interface Endable {
  readonly outcome?: { readonly atMs: number };
}

function withoutEnded(state: ClusterState, nowMs: number): ClusterState {
  const { snapshots, snapshotDeletions, restores } = state.metadata;
  const kept = {
    snapshots: stillKept(snapshots, nowMs),
    snapshotDeletions: stillKept(snapshotDeletions, nowMs),
    restores: stillKept(restores, nowMs),
  };
  const isSame =
    kept.snapshots === snapshots &&
    kept.snapshotDeletions === snapshotDeletions &&
    kept.restores === restores;
  return isSame ? state : { ...state, metadata: { ...state.metadata, ...kept } };
}

function stillKept<T extends Endable>(map: ReadonlyMap<string, T>, nowMs: number) {
  const isOver = ({ outcome }: T) => outcome !== undefined && outcome.atMs + KEPT_MS <= nowMs;
  const kept = [...map].filter(([, record]) => !isOver(record));
  return kept.length === map.size ? map : new Map(kept);
}

/** The time at which `advanceSnapshots` has work even if nothing else changes; undefined: never. */
export function nextAdvanceMs({ metadata }: ClusterState): number | undefined {
  const { snapshots, snapshotDeletions, restores } = metadata;
  const ended = [...snapshots.values(), ...snapshotDeletions.values(), ...restores.values()];
  const times = ended.flatMap(({ outcome }) => (outcome ? [outcome.atMs + KEPT_MS] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}
