/** Stores a snapshot policy. Work under way continues; the next due time is computed anew. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import {
  NO_COUNTS,
  type PolicyWork,
  type SnapshotPolicyDialect,
  type SnapshotPolicyRecord,
  snapshotPolicyKey,
} from '../state/snapshot_policy.js';
import type { Command } from './command_type.js';

/**
 * The next due time of each kind of a policy's work. An absent key: the policy has no such work.
 * `null`: the cluster's schedule decides.
 */
export interface PolicyDues {
  readonly creation?: number | null;
  readonly deletion?: number | null;
}

interface PutSnapshotPolicyRequest {
  readonly dialect: SnapshotPolicyDialect;
  readonly name: string;
  /** Source of the policy, already validated. */
  readonly source: JsonObject;
  readonly owner: JsonObject;
  readonly isEnabled: boolean;
  readonly dues: PolicyDues;
  /**
   * `new`: the policy must not exist. A number: the policy's last change must have this sequence
   * number. `any`: creates or replaces.
   */
  readonly expected: 'new' | 'any' | number;
}

export const put_snapshot_policy: Command<PutSnapshotPolicyRequest> = {
  name: 'put_snapshot_policy',
  priority: 'NORMAL',
  source: ({ name }) => `put-snapshot-policy-${name}`,
  execute: (state, request, { nowMs }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { dialect, name, source, owner, isEnabled, dues } = request;
    const known = state.metadata.snapshotPolicies.get(snapshotPolicyKey(dialect, name));
    checkExpected(request, known);
    const { lastSuccess, lastFailure } = known ?? {};
    return withSnapshotPolicy(state, {
      dialect,
      name,
      source,
      owner,
      version: (known?.version ?? 0) + 1,
      seqNo: nextSeqNo(state),
      updatedMs: nowMs,
      ...(isEnabled ? { enabledMs: nowMs } : {}),
      step: (known?.step ?? 0) + 1,
      ...worksFrom(dues, known),
      counts: known?.counts ?? NO_COUNTS,
      ...(lastSuccess === undefined ? {} : { lastSuccess }),
      ...(lastFailure === undefined ? {} : { lastFailure }),
    });
  },
};

/** Each kind of work with its new due time; failed attempts are reset. */
export function worksFrom(
  { creation, deletion }: PolicyDues,
  known: Pick<SnapshotPolicyRecord, 'creation' | 'deletion'> | undefined,
): Pick<SnapshotPolicyRecord, 'creation' | 'deletion'> {
  return {
    ...(creation === undefined ? {} : { creation: workFrom(creation, known?.creation) }),
    ...(deletion === undefined ? {} : { deletion: workFrom(deletion, known?.deletion) }),
  };
}

function workFrom(dueMs: number | null, known: PolicyWork | undefined): PolicyWork {
  const { started, latest } = known ?? {};
  return {
    ...(dueMs === null ? {} : { dueMs }),
    isDue: false,
    failures: 0,
    ...(started === undefined ? {} : { started }),
    ...(latest === undefined ? {} : { latest }),
  };
}

/**
 * Checks the expected version. The messages follow OpenSearch, which stores policies as documents.
 */
function checkExpected(
  { name, expected }: PutSnapshotPolicyRequest,
  known: SnapshotPolicyRecord | undefined,
): void {
  const conflict = (what: string) =>
    new ApiError(
      'version_conflict_engine_exception',
      `[${name}-sm-policy]: version conflict, ${what}`,
    );
  if (expected === 'any' || known?.seqNo === expected) return;
  if (expected === 'new') {
    if (known === undefined) return;
    throw conflict(`document already exists (current version [${known.version}])`);
  }
  const found =
    known === undefined
      ? 'but no document was found'
      : `current document has seqNo [${known.seqNo}] and primary term [1]`;
  throw conflict(`required seqNo [${expected}], primary term [1]. ${found}`);
}

export function nextSeqNo({ metadata }: ClusterState): number {
  let last = -1;
  for (const { seqNo } of metadata.snapshotPolicies.values()) last = Math.max(last, seqNo);
  return last + 1;
}

export function withSnapshotPolicy(
  state: ClusterState,
  record: SnapshotPolicyRecord,
): ClusterState {
  const key = snapshotPolicyKey(record.dialect, record.name);
  const snapshotPolicies = new Map(state.metadata.snapshotPolicies).set(key, record);
  return { ...state, metadata: { ...state.metadata, snapshotPolicies } };
}

export function requireSnapshotPolicy(
  { metadata }: ClusterState,
  dialect: SnapshotPolicyDialect,
  name: string,
): SnapshotPolicyRecord {
  const record = metadata.snapshotPolicies.get(snapshotPolicyKey(dialect, name));
  if (record !== undefined) return record;
  throw dialect === 'sm'
    ? new ApiError('status_exception', 'Snapshot management policy not found', { status: 404 })
    : new ApiError(
        'resource_not_found_exception',
        `snapshot lifecycle policy or policies [${name}] not found`,
      );
}
