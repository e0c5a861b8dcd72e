import { expectDefined } from '@skein/base';
import type { ClusterState } from '@skein/cluster';
import { OneNodeApi } from '../../testing/one_node_api.js';
import { renderState } from './render_state.js';

const TARGET = { nodeId: 'there', allocationId: 'new' };

/** The state with every copy on its way to another node. */
function relocating(state: ClusterState): ClusterState {
  const [node] = state.nodes.values();
  const routing = [...state.routing].map(([name, table]) => {
    const shards = table.shards.map((copies) =>
      copies.map((copy) => ({
        ...copy,
        state: 'RELOCATING' as const,
        nodeId: 'here',
        allocationId: 'old',
        unassigned: undefined,
        relocation: TARGET,
      })),
    );
    return [name, { ...table, shards }] as const;
  });
  const nodes = ['here', 'there'].map(
    (id) => [id, { ...expectDefined(node, 'the node'), id }] as const,
  );
  return { ...state, nodes: new Map(nodes), routing: new Map(routing) };
}

test('a relocating copy is shown on both of its nodes, and once in the routing table', async () => {
  const api = await new OneNodeApi().start();
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await api.request('PUT', '/.a', { settings });
  const shown = renderState(relocating(api.master.state()), {
    metrics: new Set(['routing_nodes', 'routing_table', 'metadata']),
    indices: new Set(['.a']),
    seesDeleted: () => true,
    flat: false,
    voters: { committed: [], accepted: [] },
    mappingOf: () => ({}),
  });
  const common = { primary: true, shard: 0, index: '.a' };
  const leaving = {
    ...common,
    state: 'RELOCATING',
    node: 'here',
    relocating_node: 'there',
    allocation_id: { id: 'old', relocation_id: 'new' },
  };
  const arriving = {
    ...common,
    state: 'INITIALIZING',
    node: 'there',
    relocating_node: 'here',
    recovery_source: { type: 'PEER' },
    allocation_id: { id: 'new', relocation_id: 'old' },
  };
  expect(shown).toMatchObject({
    routing_nodes: { unassigned: [], nodes: { here: [leaving], there: [arriving] } },
    routing_table: { indices: { '.a': { shards: { 0: [leaving] } } } },
    metadata: { indices: { '.a': { system: false } } },
  });
});
