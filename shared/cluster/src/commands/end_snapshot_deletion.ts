/** Ends a deletion: the snapshots are removed from their repository, or the removal has failed. */
import { type InTerm, withGeneration } from '../snapshots/repository_rules.js';
import type { DeletionRecord } from '../state/snapshot_records.js';
import type { Command } from './command_type.js';

interface EndSnapshotDeletionRequest extends InTerm {
  /** UUID of the deletion. */
  readonly uuid: string;
  readonly removed?: DeletionRecord['removed'];
  /** The reason for a failure; absent: it succeeded. */
  readonly reason?: string;
  /** Generation of the root that was written. */
  readonly generation?: number;
}

export const end_snapshot_deletion: Command<EndSnapshotDeletionRequest> = {
  name: 'end_snapshot_deletion',
  priority: 'NORMAL',
  source: ({ uuid }) => `remove snapshot deletion metadata [${uuid}]`,
  execute: (state, { uuid, removed, reason, generation, term }, { nowMs }) => {
    if (state.term !== term) return state;
    const deletion = state.metadata.snapshotDeletions.get(uuid);
    if (deletion === undefined || deletion.outcome !== undefined) return state;
    const outcome =
      reason === undefined
        ? ({ result: 'SUCCESS', atMs: nowMs } as const)
        : ({ result: 'FAILED', reason, atMs: nowMs } as const);
    const ended = { ...deletion, outcome, ...(removed === undefined ? {} : { removed }) };
    const snapshotDeletions = new Map(state.metadata.snapshotDeletions).set(uuid, ended);
    const next = { ...state, metadata: { ...state.metadata, snapshotDeletions } };
    return withGeneration(next, deletion.repository, generation);
  },
};
