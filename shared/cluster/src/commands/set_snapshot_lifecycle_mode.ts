/**
 * Elasticsearch's `_slm/stop` and `_slm/start`: pauses or resumes all of Elasticsearch's policies.
 * Work missed during the pause is not made up.
 */
import { checkBlocks } from '../state/blocks.js';
import { snapshotPolicyKey } from '../state/snapshot_policy.js';
import type { Command } from './command_type.js';
import { type PolicyDues, worksFrom } from './put_snapshot_policy.js';

interface SetSnapshotLifecycleModeRequest {
  readonly isStopped: boolean;
  /** The new due times by policy name, when the policies resume. */
  readonly dues: readonly (readonly [string, PolicyDues])[];
}

export const set_snapshot_lifecycle_mode: Command<SetSnapshotLifecycleModeRequest> = {
  name: 'set_snapshot_lifecycle_mode',
  priority: 'IMMEDIATE',
  source: ({ isStopped }) => `slm_operation_mode_update[${isStopped ? 'stopped' : 'running'}]`,
  execute: (state, { isStopped, dues }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { snapshotLifecycle, snapshotPolicies } = state.metadata;
    if (snapshotLifecycle.isStopped === isStopped) return state;
    const policies = new Map(snapshotPolicies);
    for (const [name, due] of dues) {
      const key = snapshotPolicyKey('slm', name);
      const record = policies.get(key);
      if (record === undefined) continue;
      policies.set(key, { ...record, ...worksFrom(due, record), step: record.step + 1 });
    }
    // A retention missed during the pause is not made up either: its due time is computed anew.
    const { retentionDueMs: _past, retentionSchedule: _of, ...kept } = snapshotLifecycle;
    const metadata = {
      ...state.metadata,
      snapshotPolicies: policies,
      snapshotLifecycle: { ...kept, isStopped },
    };
    return { ...state, metadata };
  },
};
