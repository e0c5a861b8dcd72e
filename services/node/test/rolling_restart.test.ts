/**
 * Every node in turn is stopped in order and restarted while clients write, search and read: no
 * client sees more than a retry.
 */
import { copiesOf } from './shard_copies.js';
import { SteadyClients } from './steady_clients.js';
import { TestCluster, type TestNode } from './test_cluster.js';

const INDEX = 'rolling';
const SHARDS = 3;

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3 });
  await cluster.formed(3);
  const [first] = cluster.nodes as [TestNode];
  const settings = { number_of_shards: SHARDS, number_of_replicas: 1 };
  const { status } = await first.request('PUT', `/${INDEX}`, { settings });
  expect(status).toBe(200);
  await cluster.green();
});

afterAll(() => cluster.stop());

it('restarts all nodes without a failed request, and nothing is lost', async () => {
  const clients = new SteadyClients(cluster, INDEX);
  for (const node of cluster.nodes) {
    await clients.goOn();
    await node.stop();
    await clients.goOn();
    await node.start();
    await cluster.formed(3);
    await cluster.green();
  }
  await clients.goOn();
  await clients.stop();
  expect(clients.failures).toEqual([]);
  const found = new Set<string>();
  for (let shard = 0; shard < SHARDS; shard++) {
    const [one = new Map(), other = new Map(), ...more] = [
      ...(await copiesOf(cluster, INDEX, shard)).values(),
    ];
    expect(more).toEqual([]);
    expect([...other]).toEqual([...one]);
    for (const id of one.keys()) found.add(id);
  }
  expect(clients.acknowledged.filter((id) => !found.has(id))).toEqual([]);
});
