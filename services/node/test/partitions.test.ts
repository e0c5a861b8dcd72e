/**
 * Three nodes that reach each other through proxies: links that are slow, cut, or intermittent.
 * Writes and the cluster continue where they can, no acknowledged write is lost, and the copies are
 * equal afterwards. Cuts between single pairs, and in one direction, are in `namespaces.test.ts`.
 */
import { expectSurvival, lasting, PARTED_INDEX, startParted } from './parted_cluster.js';
import { primaryNode } from './shard_copies.js';
import type { TestCluster, TestNode } from './test_cluster.js';

const SLOW_MS = 40;

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startParted({ proxied: true });
});

afterAll(() => cluster.stop());

async function cut(...nodes: readonly TestNode[]): Promise<void> {
  for (const { proxy } of nodes) proxy?.cut();
  await lasting();
  for (const { proxy } of nodes) proxy?.heal();
}

function others(node: TestNode): readonly TestNode[] {
  return cluster.nodes.filter((other) => other !== node);
}

/**
 * The faults. When the proxy to a node is cut, no node can reach it, but it can reach the others.
 */
const FAULTS: readonly (readonly [string, () => Promise<void>])[] = [
  ['nobody reaches the primary', async () => cut(await primaryNode(cluster, PARTED_INDEX))],
  ['nobody reaches the master', async () => cut(await cluster.formed(3))],
  ['the master reaches nobody', async () => cut(...others(await cluster.formed(3)))],
  [
    'the primary reaches nobody',
    async () => cut(...others(await primaryNode(cluster, PARTED_INDEX))),
  ],
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
      const { proxy } = await primaryNode(cluster, PARTED_INDEX);
      for (let i = 0; i < 4; i++) {
        proxy?.cut();
        await lasting(1 / 8);
        proxy?.heal();
        await lasting(1 / 8);
      }
    },
  ],
];

it.each(FAULTS)('%s: nothing is lost, and the copies are equal', (_name, inflict) =>
  expectSurvival(cluster, inflict),
);
