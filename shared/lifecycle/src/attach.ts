/** Determines the policy of an index, and its starting point in it. */
import { simpleMatch } from '@skein/base';
import {
  type ClusterState,
  type IndexMetadata,
  ilmPolicyName,
  type LifecyclePolicy,
  type ManagedIndex,
  policyKey,
  streamOf,
} from '@skein/cluster';
import { ismSetting } from './ism/ism_setting.js';
import { readPolicy } from './read_policy.js';

/**
 * The beginning of a policy. `before` is the previous progress of the index, if it had a policy.
 */
export function beginning(
  { dialect, id, source, version, seqNo }: LifecyclePolicy,
  nowMs: number,
  before?: ManagedIndex,
): ManagedIndex {
  return {
    version: (before?.version ?? 0) + 1,
    dialect,
    policyId: id,
    policy: source,
    policyVersion: version,
    policySeqNo: seqNo,
    sinceMs: nowMs,
    stateSinceMs: nowMs,
    action: 0,
    actionSinceMs: nowMs,
    failures: 0,
    status: 'running',
    message: `Successfully initialized policy: ${id}`,
    ...(before?.rolledOverMs === undefined ? {} : { rolledOverMs: before.rolledOverMs }),
  };
}

/**
 * The policy that an index should have and does not yet have; `null` if it should have none but has
 * one; `undefined` if nothing changes.
 *
 * A policy of Elasticsearch is named by a setting, at any time. A policy of OpenSearch is assigned
 * to indices younger than the policy, by the policy's templates or by a setting at index creation,
 * or by `_ism/add`.
 */
export function wantedPolicy(
  state: ClusterState,
  index: IndexMetadata,
): LifecyclePolicy | null | undefined {
  const { lifecycle } = index;
  const { lifecyclePolicies } = state.metadata;
  const name = ilmPolicyName(index.settings);
  if (name !== '') {
    if (isBeingMade(state, index)) return undefined;
    if (lifecycle?.dialect === 'ilm' && lifecycle.policyId === name) return undefined;
    return lifecyclePolicies.get(policyKey('ilm', name));
  }
  if (lifecycle?.dialect === 'ilm') return null;
  if (lifecycle !== undefined) return undefined;
  return ismPolicy(state, index);
}

/** A shrunken index takes the place of its source when it is complete. */
function isBeingMade({ metadata }: ClusterState, { settings, lifecycle }: IndexMetadata): boolean {
  const source = settings.get('index.resize.source.name');
  return source !== undefined && lifecycle === undefined && metadata.indices.has(source);
}

function ismPolicy(state: ClusterState, index: IndexMetadata): LifecyclePolicy | undefined {
  const { settings, creationDateMs } = index;
  const policies = [...state.metadata.lifecyclePolicies.values()].filter(
    ({ dialect }) => dialect === 'ism',
  );
  const named = ismSetting(settings, 'policy_id') ?? '';
  if (named !== '') return policies.find(({ id }) => id === named);
  if (settings.get('index.plugins.index_state_management.auto_manage') === 'false')
    return undefined;
  const name = streamOf(state, index.name)?.name ?? index.name;
  if (name.startsWith('.')) return undefined;
  let best: { readonly policy: LifecyclePolicy; readonly priority: number } | undefined;
  for (const policy of policies) {
    if (policy.updatedMs > creationDateMs) continue;
    for (const { patterns, priority } of readPolicy('ism', policy.source).templates) {
      if (!patterns.some((pattern) => simpleMatch(pattern, name))) continue;
      if (best === undefined || priority > best.priority) best = { policy, priority };
    }
  }
  return best?.policy;
}
