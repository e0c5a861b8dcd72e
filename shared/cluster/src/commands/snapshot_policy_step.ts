/**
 * A step of a snapshot policy: applies its request to a repository and its new progress in one
 * change. The step is taken only from the record on which it was decided. So a node that decides
 * again, because a response was lost or the master changed, takes no second snapshot for the same
 * time.
 */
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import {
  type SnapshotPolicyDialect,
  type SnapshotPolicyRecord,
  snapshotPolicyKey,
} from '../state/snapshot_policy.js';
import { type Command, type CommandEnvironment, stepsOf } from './command_type.js';
import { type CreateSnapshotRequest, create_snapshot } from './create_snapshot.js';
import { type DeleteSnapshotsRequest, delete_snapshots } from './delete_snapshots.js';
import { withSnapshotPolicy } from './put_snapshot_policy.js';

export type SnapshotPolicyEffect =
  | { readonly command: 'create_snapshot'; readonly request: CreateSnapshotRequest }
  | { readonly command: 'delete_snapshots'; readonly request: DeleteSnapshotsRequest };

export type PolicyProgress = Partial<
  Pick<SnapshotPolicyRecord, 'creation' | 'deletion' | 'counts' | 'lastSuccess' | 'lastFailure'>
>;

/** Result of the retention of an Elasticsearch policy. */
export interface RetentionEnd {
  readonly result: 'done' | 'failed' | 'timed_out';
  readonly deletionMs: number;
}

export interface SnapshotPolicyStepRequest {
  readonly dialect: SnapshotPolicyDialect;
  readonly name: string;
  /** Sequence number of the policy; a policy that was stored anew since has another. */
  readonly seqNo: number;
  /** Step number of the record on which the step was decided. */
  readonly from: number;
  readonly progress: PolicyProgress;
  readonly effect?: SnapshotPolicyEffect | undefined;
  readonly retention?: RetentionEnd | undefined;
}

export const snapshot_policy_step: Command<SnapshotPolicyStepRequest> = {
  name: 'snapshot_policy_step',
  priority: 'NORMAL',
  source: ({ name }) => `snapshot-policy-step [${name}]`,
  *execute(state, request, environment) {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { dialect, name, seqNo, from, progress, effect, retention } = request;
    const record = state.metadata.snapshotPolicies.get(snapshotPolicyKey(dialect, name));
    if (record === undefined || record.seqNo !== seqNo || record.step !== from) return state;
    const worked =
      effect === undefined ? state : yield* stepsOf(applied(state, effect, environment));
    const next = withSnapshotPolicy(worked, { ...record, ...progress, step: from + 1 });
    return retention === undefined ? next : withRetention(next, retention);
  },
};

function applied(
  state: ClusterState,
  effect: SnapshotPolicyEffect,
  environment: CommandEnvironment,
) {
  return effect.command === 'create_snapshot'
    ? create_snapshot.execute(state, effect.request, environment)
    : delete_snapshots.execute(state, effect.request, environment);
}

function withRetention(state: ClusterState, { result, deletionMs }: RetentionEnd): ClusterState {
  const { snapshotLifecycle: known } = state.metadata;
  const snapshotLifecycle = {
    ...known,
    retentionFailed: known.retentionFailed + (result === 'failed' ? 1 : 0),
    retentionTimedOut: known.retentionTimedOut + (result === 'timed_out' ? 1 : 0),
    deletionMs: known.deletionMs + deletionMs,
  };
  return { ...state, metadata: { ...state.metadata, snapshotLifecycle } };
}
