/** Nodes that must not be in the voting configuration: how a node that votes is taken away for good. */
import type { ClusterState } from './cluster_state.js';

export interface VotingExclusion {
  /** `ABSENT` while no node of that name has been seen. */
  readonly nodeId: string;
  readonly nodeName: string;
}

/** In the place of what is not known of a node that is not there. */
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
