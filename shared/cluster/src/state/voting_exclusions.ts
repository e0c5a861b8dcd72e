/**
 * Nodes that must not be in the voting configuration. An operator excludes a voting node before
 * removing it for good.
 */
import type { ClusterState } from './cluster_state.js';

export interface VotingExclusion {
  /** `ABSENT` while no node of that name has been seen. */
  readonly nodeId: string;
  readonly nodeName: string;
}

/** Placeholder for the unknown name or id of an absent node. */
export const ABSENT = '_absent_';

/** Ids of the nodes that must not vote. */
export function excludedVoters({ metadata, nodes }: ClusterState): ReadonlySet<string> {
  const excluded = new Set<string>();
  for (const { nodeId, nodeName } of metadata.votingExclusions) {
    if (nodeId !== ABSENT) excluded.add(nodeId);
    else for (const node of nodes.values()) if (node.name === nodeName) excluded.add(node.id);
  }
  return excluded;
}
