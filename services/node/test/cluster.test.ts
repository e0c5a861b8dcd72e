/**
 * Three nodes as real processes have one cluster state, whichever node is asked and whichever dies.
 */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

/**
 * Fault detection that notices a frozen node within some seconds, but not one that only waits for
 * its turn on a busy machine.
 */
const QUICK = {
  'cluster.fault_detection.follower_check.interval': '200ms',
  'cluster.fault_detection.follower_check.timeout': '1s',
  'cluster.fault_detection.leader_check.interval': '200ms',
  'cluster.fault_detection.leader_check.timeout': '1s',
};
const SMALL = { settings: { number_of_shards: 1, number_of_replicas: 0 } };
let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3, settings: QUICK });
});

/** Each test begins with three nodes and no index. */
afterEach(async () => {
  for (const node of cluster.up) node.thaw();
  const master = await cluster.complete();
  expect(await master.request('DELETE', '/_all')).toMatchObject({ status: 200 });
});

afterAll(() => cluster.stop());

async function create(node: TestNode, index: string): Promise<void> {
  const { status, json } = await node.request('PUT', `/${index}`, SMALL);
  expect({ status, json }).toMatchObject({ status: 200, json: { acknowledged: true } });
}

async function indicesOf(node: TestNode): Promise<readonly string[]> {
  const { json } = await node.request<Record<string, unknown>>('GET', '/_all/_settings?local=true');
  return Object.keys(json).sort();
}

function others(node: TestNode): readonly TestNode[] {
  return cluster.up.filter((other) => other !== node);
}

it('makes one cluster, and a change acknowledged by any node is known to all', async () => {
  const master = await cluster.formed(3);
  const uuids = await Promise.all(
    cluster.nodes.map(async (node) => (await node.request('GET', '/')).json.cluster_uuid),
  );
  expect(new Set(uuids).size).toBe(1);
  for (const node of [...others(master), master]) {
    await create(node, `by-${node.name}`);
    for (const asked of cluster.nodes) {
      expect(await indicesOf(asked)).toContain(`by-${node.name}`);
    }
  }
});

it('elects another master when the master is killed, and takes it back as a member', async () => {
  const master = await cluster.formed(3);
  await create(master, 'before');
  await master.kill();
  const [first, second] = cluster.up as [TestNode, TestNode];
  await create(first, 'while');
  const next = await cluster.formed(2);
  expect(next.name).not.toBe(master.name);
  expect(await indicesOf(second)).toEqual(['before', 'while']);
  await master.start();
  await cluster.formed(3);
  expect(await indicesOf(master)).toEqual(['before', 'while']);
  await create(master, 'after');
});

it('changes nothing without a majority, reads on, and goes on when one comes back', async () => {
  const master = await cluster.formed(3);
  await create(master, 'before');
  const [alone, back] = others(master) as [TestNode, TestNode];
  await master.kill();
  await back.kill();
  await eventually('the last node knows that it is alone', async () => {
    const path = '/_cluster/state/master_node?local=true';
    const { json } = await alone.request('GET', path);
    return json.master_node === null ? true : undefined;
  });
  const refused = await alone.request('PUT', '/alone?master_timeout=1s', SMALL);
  expect(refused).toMatchObject({ status: 503 });
  expect(await indicesOf(alone)).toEqual(['before']);
  await back.start();
  await cluster.formed(2);
  await create(alone, 'together');
  expect(await indicesOf(back)).toEqual(['before', 'together']);
});

it('keeps what was acknowledged when all are killed at once', async () => {
  const master = await cluster.formed(3);
  await create(master, 'kept');
  const uuid = (await master.request('GET', '/')).json.cluster_uuid;
  await Promise.all(cluster.nodes.map((node) => node.kill()));
  await Promise.all(cluster.nodes.map((node) => node.start()));
  const next = await cluster.formed(3);
  expect(await indicesOf(next)).toEqual(['kept']);
  expect((await next.request('GET', '/')).json.cluster_uuid).toBe(uuid);
  await cluster.green();
});

it('replaces a master that stands still, which does no harm when it goes on', async () => {
  const master = await cluster.formed(3);
  await create(master, 'before');
  master.freeze();
  const left = others(master);
  const next = await cluster.formed(2, left);
  await create(next, 'while');
  master.thaw();
  await cluster.formed(3);
  await create(master, 'after');
  for (const node of cluster.nodes) {
    expect(await indicesOf(node)).toEqual(['after', 'before', 'while']);
  }
});

it('takes the vote from a node that is excluded, the master too, and gives it back', async () => {
  const master = await cluster.formed(3);
  const path = '/_cluster/voting_config_exclusions';
  const excluded = await master.request('POST', `${path}?node_names=${master.name}`);
  expect(excluded).toMatchObject({ status: 200 });
  const next = await eventually('another master', async () => {
    const found = await cluster.formed(3);
    return found === master ? undefined : found;
  });
  const { json } = await next.request<CoordinationAnswer>('GET', '/_cluster/state/metadata');
  const coordination = json.metadata.cluster_coordination;
  expect(coordination.voting_config_exclusions).toMatchObject([{ node_name: master.name }]);
  const [{ node_id: gone } = { node_id: '' }] = coordination.voting_config_exclusions;
  expect(coordination.last_committed_config).not.toContain(gone);
  expect((await next.request('DELETE', `${path}?wait_for_removal=false`)).status).toBe(200);
  await eventually('three voters again', async () => {
    const told = await next.request<CoordinationAnswer>('GET', '/_cluster/state/metadata');
    const { last_committed_config: voters } = told.json.metadata.cluster_coordination;
    return voters.length === 3 ? true : undefined;
  });
});

interface CoordinationAnswer {
  readonly metadata: {
    readonly cluster_coordination: {
      readonly voting_config_exclusions: readonly { readonly node_id: string }[];
      readonly last_committed_config: readonly string[];
    };
  };
}
