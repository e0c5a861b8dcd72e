/**
 * A cluster whose links fail while clients write: it must form again, without a lost write and with
 * equal copies.
 */
import { expectEqualCopies, Writers } from './shard_copies.js';
import { TestCluster, type TestClusterOptions, type TestNode } from './test_cluster.js';

export const PARTED_INDEX = 'parted';

/** Cuts are noticed within a second or two. */
const QUICK = {
  'cluster.fault_detection.follower_check.interval': '200ms',
  'cluster.fault_detection.follower_check.timeout': '500ms',
  'cluster.fault_detection.leader_check.interval': '200ms',
  'cluster.fault_detection.leader_check.timeout': '500ms',
};
/**
 * Milliseconds that a cut lasts: long enough, on most machines, for the other nodes to react. No
 * test depends on whether they did.
 */
const CUT_MS = 1500;

/** Starts three nodes, and an index of one shard with one replica. */
export async function startParted(
  where: Pick<TestClusterOptions, 'proxied' | 'network'>,
): Promise<TestCluster> {
  const cluster = await TestCluster.start({ nodes: 3, settings: QUICK, ...where });
  await cluster.formed(3);
  const [node] = cluster.nodes as [TestNode];
  const settings = {
    number_of_shards: 1,
    number_of_replicas: 1,
    'unassigned.node_left.delayed_timeout': '0s',
  };
  expect((await node.request('PUT', `/${PARTED_INDEX}`, { settings })).status).toBe(200);
  await cluster.green();
  return cluster;
}

/** Waits for a share of the time that a cut lasts. */
export function lasting(share = 1): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CUT_MS * share));
}

/**
 * Inflicts a fault on the cluster while clients write, and expects it to survive. The fault has
 * ended when `inflict` resolves.
 */
export async function expectSurvival(
  cluster: TestCluster,
  inflict: () => Promise<void>,
): Promise<void> {
  const acknowledged = await Writers.during(cluster, PARTED_INDEX, async (writers) => {
    await writers.more(5);
    await inflict();
    await cluster.formed(3);
    await cluster.green();
    await writers.more(5);
  });
  await cluster.green();
  await expectEqualCopies(cluster, PARTED_INDEX, acknowledged);
}
