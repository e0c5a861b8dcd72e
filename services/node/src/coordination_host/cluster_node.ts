/** A node of the cluster state, from its identity in the handshake. */
import type { ClusterNode, NodeRole } from '@skein/cluster';
import type { NodeIdentity } from '../node_links/mod.js';

export function clusterNodeOf(identity: NodeIdentity): ClusterNode {
  const { address } = identity;
  return {
    id: identity.nodeId,
    ephemeralId: identity.ephemeralId,
    name: identity.name,
    host: address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, ''),
    transportAddress: address,
    httpAddress: identity.httpAddress,
    // A node of a later build may have other roles, which are passed on.
    roles: identity.roles.map((role) => (role === 'cluster_manager' ? 'master' : role) as NodeRole),
    attributes: new Map(Object.entries(identity.attributes)),
    version: identity.version,
  };
}

/** True if the node votes and can be elected. */
export function isMasterEligible({ roles }: { readonly roles: readonly string[] }): boolean {
  return roles.includes('master') || roles.includes('cluster_manager');
}
