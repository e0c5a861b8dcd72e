/**
 * A cluster whose links are hurt while clients write: it must come together again, with nothing
 * lost and its copies equal.
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
 * Long enough for the others to act upon a cut, on most machines; nothing depends on whether they
 * did.
 */
const CUT_MS = 1500;

/** Three nodes and one shard with one replica. */
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

/** A part of the time that a cut lasts. */
export function lasting(share = 1): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CUT_MS * share));
}

/** What was inflicted is over when this resolves. */
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
