/** An ISM policy in OpenSearch's form: the given source and the stored metadata. */
import { type ClusterState, type LifecyclePolicy, policyKey } from '@skein/cluster';
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';

const SCHEMA_VERSION = 21;

export function policyJson({ id, source, updatedMs }: LifecyclePolicy): JsonObject {
  const { description, error_notification, default_state, states, ism_template } = source;
  const template: JsonValue = ism_template ?? null;
  return {
    policy_id: id,
    description,
    last_updated_time: updatedMs,
    schema_version: SCHEMA_VERSION,
    error_notification: error_notification ?? null,
    default_state,
    states,
    ism_template: template === null || Array.isArray(template) ? template : [template],
  };
}

export function storedJson(policy: LifecyclePolicy): JsonObject {
  const { id, version, seqNo } = policy;
  return { _id: id, _version: version, _seq_no: seqNo, _primary_term: 1 };
}

export function requirePolicy({ metadata }: ClusterState, id: string): LifecyclePolicy {
  const policy = metadata.lifecyclePolicies.get(policyKey('ism', id));
  if (policy !== undefined) return policy;
  throw new ApiError('status_exception', 'Policy not found', { status: 404 });
}
