/**
 * Disks that are full, that cannot sync, or that return damaged data: the copy on such a disk fails
 * and another takes its place; no acknowledged write is lost, and the copies are equal afterwards.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectEqualCopies, primaryNode, shardsOf, Writers } from './shard_copies.js';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3 });
  await cluster.formed(3);
});

afterAll(() => cluster.stop());

async function create(index: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const [node] = cluster.nodes as [TestNode];
  const body = { settings: { number_of_shards: 1, ...settings } };
  const { status, json } = await node.request('PUT', `/${index}`, body);
  expect({ status, json }).toMatchObject({ status: 200 });
  await cluster.green();
}

async function holderOf(index: string, copy: 'primary' | 'replica'): Promise<TestNode> {
  const primary = await primaryNode(cluster, index);
  if (copy === 'primary') return primary;
  return eventually('a started replica', async () => {
    const shards = await shardsOf(primary, index);
    const replica = shards.find(({ prirep, state }) => prirep === 'r' && state === 'STARTED');
    return replica?.node ? cluster.node(replica.node) : undefined;
  });
}

/** Waits until no copy on this node is started. */
async function failedOn(index: string, { name }: TestNode): Promise<void> {
  const others = cluster.up.filter((node) => node.name !== name) as [TestNode];
  await eventually(`the copy of [${index}] on ${name} has failed`, async () => {
    const shards = await shardsOf(others[0], index);
    const serves = shards.some(({ node, state }) => node === name && state === 'STARTED');
    return serves ? undefined : true;
  });
}

/** Repairs a node's disk and retries failed allocations, as an operator does. */
async function mend(node: TestNode): Promise<void> {
  node.disk.mend();
  const { status } = await node.request('POST', '/_cluster/reroute?retry_failed=true');
  expect(status).toBe(200);
  await cluster.green();
}

describe.each(['primary', 'replica'] as const)('of a %s', (copy) => {
  it.each([
    ['every fsync fails', 'failSyncs'],
    ['the disk is full', 'fill'],
  ] as const)('%s: writes go on elsewhere, nothing is lost', async (_what, fault) => {
    const index = `${copy}-${fault}`.toLowerCase();
    await create(index, { number_of_replicas: 1 });
    const acknowledged = await Writers.during(cluster, index, async (writers) => {
      await writers.more(10);
      const victim = await holderOf(index, copy);
      victim.disk[fault]();
      await failedOn(index, victim);
      await writers.more(10);
      expect((await victim.request('GET', '/')).status).toBe(200);
      await mend(victim);
      await writers.more(10);
    });
    await cluster.green();
    await expectEqualCopies(cluster, index, acknowledged);
  });
});

it.each([
  ['primary', 'segment', '.seg'],
  ['replica', 'translog', '.tlog'],
] as const)(
  "of a %s's %s a byte is another one: noticed, and filled anew",
  async (copy, kind, ending) => {
    const index = `flipped-${kind}`;
    await create(index, { number_of_replicas: 1 });
    const acknowledged = await Writers.during(cluster, index, async (writers) => {
      await writers.more(20);
      const victim = await holderOf(index, copy);
      if (kind === 'segment') await victim.request('POST', `/${index}/_flush?force=true`);
      await victim.kill();
      const folder = join(victim.dataPath, 'indices', await uuidOf(index));
      flipByte(folder, ending);
      await victim.start();
      await cluster.formed(3);
      await cluster.green();
      await writers.more(10);
      await filledAnew(index, victim);
    });
    await cluster.green();
    await expectEqualCopies(cluster, index, acknowledged);
  },
);

it('the only copy refuses writes while its disk is full, says why, and goes on afterwards', async () => {
  const [victim] = cluster.nodes as [TestNode];
  const here = {
    number_of_replicas: 0,
    'routing.allocation.require._name': victim.name,
    // The write, and not a refresh that happens to be due, must meet the full disk.
    refresh_interval: '-1',
  };
  await create('only', here);
  expect((await victim.request('PUT', '/only/_doc/before', { n: 1 })).status).toBe(201);
  victim.disk.fill();
  const { status, json } = await victim.request('PUT', '/only/_doc/while?timeout=1s', { n: 2 });
  expect({ status, text: JSON.stringify(json) }).toEqual({
    status: 500,
    text: expect.stringContaining('no space left on device'),
  });
  await mend(victim);
  expect((await victim.request('GET', '/only/_doc/before')).json).toMatchObject({ found: true });
  expect((await victim.request('PUT', '/only/_doc/after', { n: 3 })).status).toBe(201);
});

interface Recoveries {
  readonly shards: readonly {
    readonly type: string;
    readonly stage: string;
    readonly index: { readonly files: { readonly recovered: number } };
  }[];
}

/**
 * Waits until a damaged copy has been replaced by a recovery from files. Data that is read only on
 * request is requested.
 */
async function filledAnew(index: string, node: TestNode): Promise<void> {
  await eventually(`[${index}] is filled anew`, async () => {
    await node.request('POST', `/${index}/_search?preference=_local`, { size: 1000 });
    const { json } = await node.request<Record<string, Recoveries>>('GET', `/${index}/_recovery`);
    const isFilled = json[index]?.shards.some(
      ({ type, stage, index: { files } }) =>
        type === 'PEER' && stage === 'DONE' && files.recovered > 0,
    );
    return isFilled ? true : undefined;
  });
}

async function uuidOf(index: string): Promise<string> {
  const [node] = cluster.up as [TestNode];
  const { json } = await node.request<readonly { readonly uuid: string }[]>(
    'GET',
    `/_cat/indices/${index}?format=json&h=uuid`,
  );
  return json[0]?.uuid ?? '';
}

/** Flips a byte in the middle of the largest file with this ending. */
function flipByte(folder: string, ending: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
  const [file] = files;
  if (file === undefined) throw new Error(`no ${ending} in ${folder}`);
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  writeFileSync(file, bytes);
}
