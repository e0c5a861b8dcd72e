/**
 * The copies of a shard on real nodes are written to, killed, recovered and relocated:
 * docs/specs/replication.md.
 */
import { copiesOf, expectEqualCopies, primaryNode, shardsOf, Writers } from './shard_copies.js';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const ONE_REPLICA = { settings: { number_of_shards: 1, number_of_replicas: 1 } };
const MEMBERS = 3;

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: MEMBERS });
});

beforeEach(() => cluster.complete());

afterAll(() => cluster.stop());

async function create(index: string, body: unknown = ONE_REPLICA): Promise<void> {
  const [node] = cluster.up as [TestNode];
  const { status, json } = await node.request('PUT', `/${index}`, body);
  expect({ status, json }).toMatchObject({ status: 200 });
  await cluster.green();
}

/** Writes a document as a client does: while there is no master, the client is told to retry. */
async function write(index: string, id: string, value: number): Promise<void> {
  await eventually(`${id} is acknowledged`, async () => {
    const [node] = cluster.up as [TestNode];
    const { status } = await node.request('PUT', `/${index}/_doc/${id}`, { value });
    return status === 200 || status === 201 ? true : undefined;
  });
}

interface Recovery {
  readonly type: string;
  readonly stage: string;
  readonly primary: boolean;
  readonly target: { readonly name: string };
  readonly index: { readonly files: { readonly total: number; readonly recovered: number } };
  readonly translog: { readonly recovered: number };
}

async function recoveryOn(node: TestNode, index: string): Promise<Recovery | undefined> {
  const { json } = await node.request<Record<string, { shards: Recovery[] }>>(
    'GET',
    `/${index}/_recovery`,
  );
  return json[index]?.shards.find(({ target }) => target.name === node.name);
}

it('a write is on both copies when it is acknowledged, whichever node is asked', async () => {
  await create('both');
  for (const [i, node] of cluster.nodes.entries()) {
    const { status, json } = await node.request('PUT', `/both/_doc/${i}`, { [`field${i}`]: i });
    expect({ status, json }).toMatchObject({
      status: 201,
      json: { _seq_no: i, _shards: { total: 2, successful: 2, failed: 0 } },
    });
  }
  await cluster.nodes[0]?.request('DELETE', '/both/_doc/1');
  await expectEqualCopies(cluster, 'both');
  const [copy] = (await copiesOf(cluster, 'both')).values();
  expect([...(copy ?? new Map()).keys()]).toEqual(['0', '2']);
});

it('loses nothing when the node of the primary is killed, and the node comes back by operations alone', async () => {
  await create('killed');
  const writers = new Writers(cluster, 'killed', 4);
  await writers.more(50);
  const victim = await primaryNode(cluster, 'killed');
  await victim.kill();
  await writers.more(50);
  const successor = await primaryNode(cluster, 'killed');
  expect(successor.name).not.toBe(victim.name);
  await victim.start();
  await cluster.formed(MEMBERS);
  await writers.more(50);
  await writers.stop();
  await cluster.green();
  await expectEqualCopies(cluster, 'killed', writers.acknowledged);
});

it('a copy that was away for a while gets the operations it missed, no file', async () => {
  await create('away', {
    settings: { ...ONE_REPLICA.settings, 'index.unassigned.node_left.delayed_timeout': '5m' },
  });
  for (let i = 0; i < 20; i++) await write('away', `before${i}`, i);
  const primary = await primaryNode(cluster, 'away');
  const replica = (await shardsOf(primary, 'away')).find(({ prirep }) => prirep === 'r');
  const away = cluster.node(replica?.node ?? '');
  await eventually('the replica knows the checkpoint', async () => {
    const { json } = await primary.request<readonly Record<string, string>[]>(
      'GET',
      '/_cat/shards/away?format=json&h=sqg',
    );
    return json.every(({ sqg }) => sqg === '19') ? true : undefined;
  });
  await away.kill();
  for (let i = 0; i < 15; i++) await write('away', `missed${i}`, i);
  await primary.request('POST', '/away/_flush');
  await away.start();
  await cluster.formed(MEMBERS);
  await cluster.green();
  expect(await recoveryOn(away, 'away')).toMatchObject({
    type: 'PEER',
    stage: 'DONE',
    primary: false,
    index: { files: { total: 0, recovered: 0 } },
    translog: { recovered: 15 },
  });
  await expectEqualCopies(cluster, 'away');
});

it('a copy of another history begins with files, under load, and ends equal', async () => {
  await create('files', { settings: { number_of_shards: 1, number_of_replicas: 0 } });
  for (let i = 0; i < 50; i++) await write('files', `early${i}`, i);
  const primary = await primaryNode(cluster, 'files');
  await primary.request('POST', '/files/_flush');
  const writers = new Writers(cluster, 'files', 4);
  await writers.more(20);
  await primary.request('PUT', '/files/_settings', { index: { number_of_replicas: 1 } });
  await cluster.green();
  await writers.more(20);
  await writers.stop();
  await expectEqualCopies(cluster, 'files', writers.acknowledged);
  const replica = (await shardsOf(primary, 'files')).find(({ prirep }) => prirep === 'r');
  const recovery = await recoveryOn(cluster.node(replica?.node ?? ''), 'files');
  expect(recovery).toMatchObject({ type: 'PEER', stage: 'DONE' });
  expect(recovery?.index.files.recovered).toBeGreaterThan(0);
  expect(recovery?.index.files.recovered).toBe(recovery?.index.files.total);
});

it('a primary moves to another node while it is written to, and every write is found', async () => {
  await create('moved');
  const from = await primaryNode(cluster, 'moved');
  const holders = (await shardsOf(from, 'moved')).map(({ node }) => node);
  const to = cluster.nodes.find(({ name }) => !holders.includes(name)) as TestNode;
  const writers = new Writers(cluster, 'moved', 4);
  await writers.more(30);
  const move = { index: 'moved', shard: 0, from_node: from.name, to_node: to.name };
  const { status, json } = await from.request('POST', '/_cluster/reroute', {
    commands: [{ move }],
  });
  expect({ status, json }).toMatchObject({ status: 200 });
  await eventually('the primary is where it was sent', async () => {
    const primary = await primaryNode(cluster, 'moved');
    return primary.name === to.name ? true : undefined;
  });
  await writers.more(30);
  await writers.stop();
  await cluster.green();
  await expectEqualCopies(cluster, 'moved', writers.acknowledged);
  const terms = new Set([...writers.acknowledged.values()].map((one) => one.split('/')[1]));
  expect([...terms]).toEqual(['1']);
});
