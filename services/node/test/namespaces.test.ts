/**
 * Three nodes in network namespaces of their own, whose packets are dropped between single pairs,
 * in both directions or in one. If namespaces are not permitted (no root rights) the suite is
 * skipped: `partitions.test.ts` covers the cuts that proxies can make.
 */
import { nodeNetwork } from '@skein/testkit';
import { expectSurvival, lasting, PARTED_INDEX, startParted } from './parted_cluster.js';
import { primaryNode } from './shard_copies.js';
import type { TestCluster, TestNode } from './test_cluster.js';

const network = nodeNetwork(3);

let cluster: TestCluster;

beforeAll(async () => {
  if (network.canCut) cluster = await startParted({ network });
});

afterAll(async () => {
  await cluster?.stop();
  network.close();
});

/** Drops everything that a node of the first group sends to one of the second. */
function drop(from: readonly TestNode[], to: readonly TestNode[]): void {
  for (const one of from) {
    for (const other of to) {
      if (one === other) continue;
      network.cut(cluster.nodes.indexOf(one), cluster.nodes.indexOf(other));
    }
  }
}

async function apart(a: readonly TestNode[], b: readonly TestNode[]): Promise<void> {
  drop(a, b);
  drop(b, a);
  await lasting();
  network.heal();
}

async function oneWay(from: readonly TestNode[], to: readonly TestNode[]): Promise<void> {
  drop(from, to);
  await lasting();
  network.heal();
}

const primary = () => primaryNode(cluster, PARTED_INDEX);
const others = (node: TestNode) => cluster.nodes.filter((other) => other !== node);

const FAULTS: readonly (readonly [string, () => Promise<void>])[] = [
  ['the primary is alone', async () => apart([await primary()], cluster.nodes)],
  ['the master is alone', async () => apart([await cluster.formed(3)], cluster.nodes)],
  ['nobody hears the master', async () => oneWay([await cluster.formed(3)], cluster.nodes)],
  ['the primary hears nobody', async () => oneWay(cluster.nodes, [await primary()])],
  [
    'the master is the only bridge between the two others',
    async () => {
      const [one, other] = others(await cluster.formed(3)) as [TestNode, TestNode];
      await apart([one], [other]);
    },
  ],
  [
    'a link in one direction that comes and goes',
    async () => {
      const node = await primary();
      for (let i = 0; i < 4; i++) {
        drop([node], cluster.nodes);
        await lasting(1 / 8);
        network.heal();
        await lasting(1 / 8);
      }
    },
  ],
];

const where = network.canCut ? describe : describe.skip;
where('in network namespaces, which need root rights', () => {
  it.each(FAULTS)('%s: nothing is lost, and the copies are equal', (_name, inflict) =>
    expectSurvival(cluster, inflict),
  );
});
