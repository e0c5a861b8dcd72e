/** The policy that an index switches to at the end of its state. */
import { type ClusterState, type ManagedIndex, policyKey } from '@skein/cluster';
import { readPolicy, type TakenPolicy } from '@skein/lifecycle';

/** Undefined if there is no policy to switch to, or it was deleted. */
export function takenPolicy(
  { metadata }: ClusterState,
  { change, dialect }: ManagedIndex,
): TakenPolicy | undefined {
  if (change === undefined) return undefined;
  const found = metadata.lifecyclePolicies.get(policyKey(dialect, change.policyId));
  if (found === undefined) return undefined;
  return {
    policy: readPolicy(dialect, found.source),
    taken: {
      policy: found.source,
      policyId: found.id,
      policyVersion: found.version,
      policySeqNo: found.seqNo,
    },
  };
}
