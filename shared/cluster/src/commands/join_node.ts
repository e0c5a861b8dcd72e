/** A node is there; while one node is the whole cluster, it is also the master. */
import type { ClusterNode } from '../state/cluster_state.js';
import type { Command } from './command_type.js';

export interface JoinNodeRequest {
  readonly node: ClusterNode;
  readonly becomesMaster: boolean;
}

export const join_node: Command<JoinNodeRequest> = {
  name: 'join_node',
  priority: 'URGENT',
  source: ({ node }) => `node-join[{${node.name}}{${node.id}}]`,
  execute: (state, { node, becomesMaster }) => ({
    ...state,
    nodes: new Map(state.nodes).set(node.id, node),
    ...(becomesMaster ? { masterNodeId: node.id, term: state.term + 1 } : {}),
  }),
};
