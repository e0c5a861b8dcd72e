/**
 * Enables or disables a policy: OpenSearch's `_start` and `_stop`. Snapshots missed while it was
 * disabled are not made up.
 */
import { checkBlocks } from '../state/blocks.js';
import type { SnapshotPolicyDialect } from '../state/snapshot_policy.js';
import type { Command } from './command_type.js';
import {
  nextSeqNo,
  type PolicyDues,
  requireSnapshotPolicy,
  withSnapshotPolicy,
  worksFrom,
} from './put_snapshot_policy.js';

interface EnableSnapshotPolicyRequest {
  readonly dialect: SnapshotPolicyDialect;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly dues: PolicyDues;
}

export const enable_snapshot_policy: Command<EnableSnapshotPolicyRequest> = {
  name: 'enable_snapshot_policy',
  priority: 'NORMAL',
  source: ({ name, isEnabled }) => `enable-snapshot-policy [${name}][${isEnabled}]`,
  execute: (state, { dialect, name, isEnabled, dues }, { nowMs }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const record = requireSnapshotPolicy(state, dialect, name);
    if ((record.enabledMs !== undefined) === isEnabled) return state;
    const { enabledMs: _before, ...rest } = record;
    return withSnapshotPolicy(state, {
      ...rest,
      ...worksFrom(dues, record),
      ...(isEnabled ? { enabledMs: nowMs } : {}),
      version: record.version + 1,
      seqNo: nextSeqNo(state),
      step: record.step + 1,
      updatedMs: nowMs,
    });
  },
};
