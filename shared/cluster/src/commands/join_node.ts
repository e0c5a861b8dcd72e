/**
 * Adds a node to the cluster. A node whose process has restarted has lost the copies it had open.
 */
import { dropGoneNodes } from '../allocation/drop_gone_nodes.js';
import { Placements } from '../allocation/placements.js';
import type { ClusterNode } from '../state/cluster_state.js';
import type { Command } from './command_type.js';

interface JoinNodeRequest {
  readonly node: ClusterNode;
  readonly becomesMaster: boolean;
}

export const join_node: Command<JoinNodeRequest> = {
  name: 'join_node',
  priority: 'URGENT',
  source: ({ node }) => `node-join[{${node.name}}{${node.id}}]`,
  execute: (state, { node, becomesMaster }, { nowMs }) => {
    const known = state.nodes.get(node.id);
    const placements = new Placements(state);
    if (known !== undefined && known.ephemeralId !== node.ephemeralId) {
      dropGoneNodes(placements, nowMs, (nodeId) => nodeId === node.id);
    }
    return {
      ...placements.toState(),
      nodes: new Map(state.nodes).set(node.id, node),
      ...(becomesMaster ? { masterNodeId: node.id, term: state.term + 1 } : {}),
    };
  },
};
