/** Stores a lifecycle policy; indices under it continue with their own copy. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { type LifecycleDialect, type LifecyclePolicy, policyKey } from '../state/lifecycle.js';
import type { Command } from './command_type.js';

interface PutLifecyclePolicyRequest {
  readonly dialect: LifecycleDialect;
  readonly id: string;
  /** Source of the policy, already validated. */
  readonly source: JsonObject;
  /** The policy's last change must have this sequence number. Absent: see `mustBeNew`. */
  readonly ifSeqNo?: number | undefined;
  /** Without `ifSeqNo`: true if an existing policy must not be replaced. */
  readonly mustBeNew: boolean;
}

export const put_lifecycle_policy: Command<PutLifecyclePolicyRequest> = {
  name: 'put_lifecycle_policy',
  priority: 'NORMAL',
  source: ({ id }) => `put-lifecycle-${id}`,
  execute: (state, { dialect, id, source, ifSeqNo, mustBeNew }, { nowMs }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { lifecyclePolicies } = state.metadata;
    const known = lifecyclePolicies.get(policyKey(dialect, id));
    checkExpected(id, known, { ifSeqNo, mustBeNew });
    const policy: LifecyclePolicy = {
      id,
      dialect,
      source,
      version: (known?.version ?? 0) + 1,
      seqNo: nextSeqNo(state),
      updatedMs: nowMs,
    };
    const policies = new Map(lifecyclePolicies).set(policyKey(dialect, id), policy);
    return { ...state, metadata: { ...state.metadata, lifecyclePolicies: policies } };
  },
};

/**
 * Checks the expected version. The messages follow OpenSearch, which stores policies as documents.
 */
function checkExpected(
  id: string,
  known: LifecyclePolicy | undefined,
  { ifSeqNo, mustBeNew }: Pick<PutLifecyclePolicyRequest, 'ifSeqNo' | 'mustBeNew'>,
): void {
  if (ifSeqNo === undefined) {
    if (known === undefined || !mustBeNew) return;
    const reason = `[${id}]: version conflict, document already exists (current version [${known.version}])`;
    throw new ApiError('version_conflict_engine_exception', reason);
  }
  if (known?.seqNo === ifSeqNo) return;
  const found =
    known === undefined
      ? 'but no document was found'
      : `current document has seqNo [${known.seqNo}] and primary term [1]`;
  throw new ApiError(
    'version_conflict_engine_exception',
    `[${id}]: version conflict, required seqNo [${ifSeqNo}], primary term [1]. ${found}`,
  );
}

function nextSeqNo({ metadata }: ClusterState): number {
  let last = -1;
  for (const { seqNo } of metadata.lifecyclePolicies.values()) last = Math.max(last, seqNo);
  return last + 1;
}
