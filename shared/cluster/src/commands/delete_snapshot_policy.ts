/**
 * Deletes a snapshot policy; the snapshots that it has taken stay, and one that is under way
 * continues.
 */
import { checkBlocks } from '../state/blocks.js';
import { type SnapshotPolicyDialect, snapshotPolicyKey } from '../state/snapshot_policy.js';
import type { Command } from './command_type.js';
import { requireSnapshotPolicy } from './put_snapshot_policy.js';

interface DeleteSnapshotPolicyRequest {
  readonly dialect: SnapshotPolicyDialect;
  readonly name: string;
}

export const delete_snapshot_policy: Command<DeleteSnapshotPolicyRequest> = {
  name: 'delete_snapshot_policy',
  priority: 'NORMAL',
  source: ({ name }) => `delete-snapshot-policy-${name}`,
  execute: (state, { dialect, name }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    requireSnapshotPolicy(state, dialect, name);
    const snapshotPolicies = new Map(state.metadata.snapshotPolicies);
    snapshotPolicies.delete(snapshotPolicyKey(dialect, name));
    return { ...state, metadata: { ...state.metadata, snapshotPolicies } };
  },
};
