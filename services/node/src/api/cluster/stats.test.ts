import type { ClusterState } from '@skein/cluster';
import { EMPTY_STATS } from '@skein/shard';
import type { MasterService } from '../../master_service/mod.js';
import type { NodeOperations } from '../../node_operations/mod.js';
import type { ShardRouter } from '../../shard_router/mod.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

const HERE = 'here';
const THERE = 'there';

/** The state with each primary on one node, and a replica of it on another. */
function replicated(state: ClusterState): ClusterState {
  const routing = [...state.routing].map(([name, table]) => {
    const shards = table.shards.map((copies) =>
      copies.flatMap((copy) =>
        [HERE, THERE].map((nodeId) => ({
          ...copy,
          state: 'STARTED' as const,
          nodeId,
          primary: nodeId === HERE,
        })),
      ),
    );
    return [name, { ...table, shards }] as const;
  });
  return { ...state, routing: new Map(routing) };
}

const ASKED = [
  ['_all', [HERE, THERE], { count: 1, total: 4, primaries: 2, docs: 6, bytes: 40 }],
  [HERE, [HERE], { count: 1, total: 2, primaries: 2, docs: 6, bytes: 20 }],
  [THERE, [THERE], { count: 1, total: 2, primaries: 0, docs: 0, bytes: 20 }],
  ['nope', [], { count: 0, total: undefined, primaries: undefined, docs: 0, bytes: 0 }],
] as const;

test.each(ASKED)('the figures of the open shards on [%s]', async (nodes, ids, expected) => {
  const plain = await new OneNodeApi().start();
  const settings = { number_of_shards: 2, number_of_replicas: 0 };
  for (const name of ['open', 'closed']) await plain.request('PUT', `/${name}`, { settings });
  await plain.request('POST', '/closed/_close');
  const state = replicated(plain.master.state());
  const copies = [0, 1].flatMap((shardId) =>
    [HERE, THERE].map((nodeId) => ({ index: 'open', shardId, nodeId, primary: nodeId === HERE })),
  );
  const reply = { ...EMPTY_STATS, docs: { count: 3, deleted: 0 }, storeBytes: 10 };
  const api = await new OneNodeApi(undefined, {
    masterService: { state: () => state } as Partial<MasterService> as MasterService,
    nodeOperations: {
      localNodeId: HERE,
      reports: async () => ({ reports: ids.map((id) => ({ facts: { id } })), failures: [] }),
    } as unknown as NodeOperations,
    shardRouter: {
      broadcast: async (_call: string, indices: readonly string[]) => ({
        total: copies.length,
        outcomes: copies
          .filter(({ index }) => indices.includes(index))
          .map((target) => ({ ok: true, target, reply })),
      }),
    } as unknown as ShardRouter,
  }).start();
  const { json } = await api.request(
    'GET',
    `/_cluster/stats/indices/docs,store,shards/nodes/${nodes}`,
  );
  const { indices } = json as unknown as {
    indices: {
      count: number;
      docs: { count: number };
      store: { size_in_bytes: number };
      shards: { total?: number; primaries?: number };
    };
  };
  expect({
    count: indices.count,
    total: indices.shards.total,
    primaries: indices.shards.primaries,
    docs: indices.docs.count,
    bytes: indices.store.size_in_bytes,
  }).toEqual(expected);
});
