/** Finds SLM policies by names and patterns. */
import { simpleMatch } from '@skein/base';
import type { ClusterState, SnapshotPolicyRecord } from '@skein/cluster';
import { ApiError } from '@skein/errors';

/** Sorted by name. Throws resource_not_found_exception for a missing plain name. */
export function namedPolicies(
  { metadata }: ClusterState,
  names: readonly string[],
): readonly SnapshotPolicyRecord[] {
  const all = [...metadata.snapshotPolicies.values()].filter(({ dialect }) => dialect === 'slm');
  const found = all.filter(({ name }) => names.some((pattern) => simpleMatch(pattern, name)));
  const missing = names.filter(
    (name) => !name.includes('*') && !found.some((one) => one.name === name),
  );
  if (missing.length > 0) {
    const reason = `snapshot lifecycle policy or policies [${missing.join(', ')}] not found, no policies are configured by these names`;
    throw new ApiError('resource_not_found_exception', reason);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
