/**
 * Removes nodes; their copies become unassigned (by `../allocation/reroute.ts`, which runs after
 * every command).
 */
import type { Command } from './command_type.js';

interface NodeLeftRequest {
  readonly nodeIds: readonly string[];
  readonly reason: string;
}

export const node_left: Command<NodeLeftRequest> = {
  name: 'node_left',
  priority: 'IMMEDIATE',
  source: ({ nodeIds, reason }) => `node-left[${nodeIds.join(', ')}], reason [${reason}]`,
  execute: (state, { nodeIds }) => {
    const gone = nodeIds.filter((id) => state.nodes.has(id));
    if (gone.length === 0) return state;
    const nodes = new Map(state.nodes);
    for (const id of gone) nodes.delete(id);
    return { ...state, nodes };
  },
};
