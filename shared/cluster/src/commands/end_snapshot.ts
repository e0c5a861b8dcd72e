/** Ends a snapshot: it is in its repository, or has failed. */
import { type InTerm, withGeneration, withSnapshot } from '../snapshots/repository_rules.js';
import type { SnapshotResult } from '../state/snapshot_records.js';
import type { Command } from './command_type.js';

interface EndSnapshotRequest extends InTerm {
  readonly uuid: string;
  readonly result: SnapshotResult;
  readonly reason?: string;
  /** Generation of the root that was written. */
  readonly generation?: number;
}

export const end_snapshot: Command<EndSnapshotRequest> = {
  name: 'end_snapshot',
  priority: 'NORMAL',
  source: ({ uuid }) => `remove snapshot metadata [${uuid}]`,
  execute: (state, { uuid, result, reason, generation, term }, { nowMs }) => {
    if (state.term !== term) return state;
    const snapshot = state.metadata.snapshots.get(uuid);
    if (snapshot === undefined || snapshot.outcome !== undefined) return state;
    const outcome = { result, atMs: nowMs, ...(reason === undefined ? {} : { reason }) };
    const ended = withSnapshot(state, { ...snapshot, outcome });
    return withGeneration(ended, snapshot.repository, generation);
  },
};
