/**
 * Three nodes that reach each other through proxies: links that are slow, that lead nowhere, that come and go. Writes and the cluster go on where
 * they can, nothing acknowledged is lost, and the copies are equal afterwards. Cuts in both directions of single pairs: `npm run nemesis`.
 */
import { expectEqualCopies, primaryNode, Writers } from './shard_copies.js';
import { TestCluster, type TestNode } from './test_cluster.js';

/** Cuts are noticed within a second or two. */
const QUICK = {
  'cluster.fault_detection.follower_check.interval': '200ms',
  'cluster.fault_detection.follower_check.timeout': '500ms',
  'cluster.fault_detection.leader_check.interval': '200ms',
  'cluster.fault_detection.leader_check.timeout': '500ms',
};
const INDEX = 'parted';
const SLOW_MS = 40;
/** Long enough for the others to act upon it, on most machines; nothing depends on whether they did. */
const CUT_MS = 1500;

let cluster: TestCluster;

jest.setTimeout(600_000);

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3, settings: QUICK, proxied: true });
  await cluster.formed(3);
  const [node] = cluster.nodes as [TestNode];
  const settings = {
    number_of_shards: 1,
    number_of_replicas: 1,
    'unassigned.node_left.delayed_timeout': '0s',
  };
  expect((await node.request('PUT', `/${INDEX}`, { settings })).status).toBe(200);
  await cluster.green();
});

afterAll(() => cluster.stop());

const lasting = () => new Promise((resolve) => setTimeout(resolve, CUT_MS));

async function cut(...nodes: readonly TestNode[]): Promise<void> {
  for (const { proxy } of nodes) proxy?.cut();
  await lasting();
  for (const { proxy } of nodes) proxy?.heal();
}

function others(node: TestNode): readonly TestNode[] {
  return cluster.nodes.filter((other) => other !== node);
}

/** A cut way to a node: nobody can ask it anything, but it can ask the others. */
const FAULTS: readonly (readonly [string, () => Promise<void>])[] = [
  ['nobody reaches the primary', async () => cut(await primaryNode(cluster, INDEX))],
  ['nobody reaches the master', async () => cut(await cluster.formed(3))],
  ['the master reaches nobody', async () => cut(...others(await cluster.formed(3)))],
  ['the primary reaches nobody', async () => cut(...others(await primaryNode(cluster, INDEX)))],
  ['nobody reaches anybody', () => cut(...cluster.nodes)],
  [
    'slow links',
    async () => {
      for (const { proxy } of cluster.nodes) proxy?.delay(SLOW_MS);
      await lasting();
      for (const { proxy } of cluster.nodes) proxy?.heal();
    },
  ],
  [
    'a link that comes and goes',
    async () => {
      const { proxy } = await primaryNode(cluster, INDEX);
      for (let i = 0; i < 4; i++) {
        proxy?.cut();
        await new Promise((resolve) => setTimeout(resolve, CUT_MS / 8));
        proxy?.heal();
        await new Promise((resolve) => setTimeout(resolve, CUT_MS / 8));
      }
    },
  ],
];

it.each(FAULTS)('%s: nothing is lost, and the copies are equal', async (_name, inflict) => {
  const acknowledged = await Writers.during(cluster, INDEX, async (writers) => {
    await writers.more(5);
    await inflict();
    await cluster.formed(3);
    await cluster.green();
    await writers.more(5);
  });
  await cluster.green();
  await expectEqualCopies(cluster, INDEX, acknowledged);
});
