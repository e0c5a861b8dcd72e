/**
 * A cluster whose nodes have separate roles: a dedicated master, two data nodes, and one that only
 * coordinates. Operators' requests go to any of them.
 */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const ROLES = {
  n1: { 'node.roles': 'cluster_manager' },
  n2: { 'node.roles': 'data,ingest' },
  n3: { 'node.roles': 'data' },
  n4: { 'node.roles': '' },
} as const;

let cluster: TestCluster;
let master: TestNode;
let data: TestNode;
let coordinating: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({
    nodes: 4,
    settings: { 'cluster.initial_master_nodes': 'n1' },
    of: ROLES,
  });
  await cluster.formed(4);
  master = cluster.node('n1');
  data = cluster.node('n2');
  coordinating = cluster.node('n4');
});

afterAll(() => cluster.stop());

interface Found {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly _id: string; readonly _seq_no: number }[];
  };
}

interface Recoveries {
  readonly [index: string]: {
    readonly shards: readonly { readonly type: string; readonly primary: boolean }[];
  };
}

async function must<T = Record<string, unknown>>(
  node: TestNode,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await node.request<T>(method, path, body);
  expect([path, answer.status, answer.json]).toEqual([path, 200, answer.json]);
  return answer.json;
}

async function bulk(node: TestNode, lines: readonly object[]): Promise<void> {
  const response = await fetch(`${node.url}/_bulk?refresh=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  });
  expect(await response.json()).toMatchObject({ errors: false });
}

test('each node has its roles, and shards are where data may be', async () => {
  const listed = await must<{ name: string; 'node.role': string; 'node.roles': string }[]>(
    coordinating,
    'GET',
    '/_cat/nodes?format=json&h=name,node.role,node.roles&s=name',
  );
  expect(listed.map((node) => [node.name, node['node.role'], node['node.roles']])).toEqual([
    ['n1', 'm', 'cluster_manager'],
    ['n2', 'di', 'data,ingest'],
    ['n3', 'd', 'data'],
    ['n4', '-', '-'],
  ]);
  await must(coordinating, 'PUT', '/spread', {
    settings: { number_of_shards: 4, number_of_replicas: 1 },
  });
  await cluster.green('/_cluster/health/spread');
  const shards = await must<{ node: string }[]>(
    coordinating,
    'GET',
    '/_cat/shards/spread?format=json&h=node',
  );
  expect([...new Set(shards.map(({ node }) => node))].sort()).toEqual(['n2', 'n3']);
  interface Stores {
    readonly indices: Record<
      string,
      { shards: Record<string, { stores: { allocation: string }[] }> }
    >;
  }
  const { indices } = await must<Stores>(master, 'GET', '/spread/_shard_stores?status=green');
  const stores = Object.values(indices.spread?.shards ?? {}).map((shard) => shard.stores);
  expect(stores.map((shard) => shard.map(({ allocation }) => allocation))).toEqual(
    Array.from({ length: 4 }, () => ['primary', 'replica']),
  );
  const documents = Array.from({ length: 20 }, (_, n) => [
    { index: { _index: 'spread', _id: `d${n}` } },
    { n },
  ]).flat();
  await bulk(coordinating, documents);
  for (const node of cluster.nodes) {
    const found = await must<Found>(node, 'GET', '/spread/_search?size=0');
    expect(found.hits.total.value).toBe(20);
  }
});

test('a node without data runs no thread that writes, merges or searches', async () => {
  const pools = await must<{ node_name: string; name: string; pool_size: string }[]>(
    coordinating,
    'GET',
    '/_cat/thread_pool?format=json&h=node_name,name,pool_size',
  );
  const running = (node: string) =>
    pools
      .filter(({ node_name, pool_size }) => node_name === node && Number(pool_size) > 0)
      .map(({ name }) => name);
  expect(running('n2')).toContain('write');
  expect(running('n2')).toContain('search');
  expect(running('n1')).toEqual([]);
  expect(running('n4')).toEqual([]);
});

const DOCUMENTS = 40;

async function filledSource(name: string, shards: number): Promise<void> {
  await must(coordinating, 'PUT', `/${name}`, {
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      number_of_routing_shards: 8,
      'index.routing.allocation.require._name': 'n2',
      refresh_interval: -1,
    },
    mappings: { properties: { in: { type: 'nested' }, n: { type: 'integer' } } },
  });
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => [
    { index: { _index: name, _id: `d${n}`, ...(n % 3 === 0 ? { routing: `r${n % 5}` } : {}) } },
    { n, in: [{ at: n }, { at: n + 1 }] },
  ]).flat();
  await bulk(coordinating, lines);
  await bulk(coordinating, [
    { delete: { _index: name, _id: 'd1' } },
    { index: { _index: name, _id: 'd2' } },
    { n: 1002, in: [{ at: 1002 }] },
  ]);
  await must(coordinating, 'PUT', `/${name}/_settings`, { 'index.blocks.write': true });
}

/** Expects that every document is found by its id, its routing, and its nested documents. */
async function hasAll(node: TestNode, name: string): Promise<void> {
  await must(node, 'POST', `/${name}/_refresh`);
  const all = await must<Found>(node, 'GET', `/${name}/_search?size=100&seq_no_primary_term=true`);
  expect(all.hits.total.value).toBe(DOCUMENTS - 1);
  expect(new Set(all.hits.hits.map(({ _id }) => _id)).size).toBe(DOCUMENTS - 1);
  for (const n of [0, 2, 3, 17]) {
    const routing = n % 3 === 0 ? `?routing=r${n % 5}` : '';
    const found = await must<{ _source: { n: number } }>(
      node,
      'GET',
      `/${name}/_doc/d${n}${routing}`,
    );
    expect(found._source.n).toBe(n === 2 ? 1002 : n);
  }
  const nested = await must<Found>(node, 'POST', `/${name}/_search`, {
    query: { nested: { path: 'in', query: { term: { 'in.at': 17 } } } },
    size: 10,
  });
  expect(nested.hits.hits.map(({ _id }) => _id).sort()).toEqual(['d16', 'd17']);
  const routed = await must<Found>(node, 'GET', `/${name}/_search?routing=r3&q=_routing:r3&size=0`);
  expect(routed.hits.total.value).toBeGreaterThan(0);
}

test('shrink, split and clone: all documents, from local files, replicas and writes after them', async () => {
  await filledSource('source', 4);
  const plain = {
    'index.number_of_replicas': 1,
    'index.routing.allocation.require._name': null,
    'index.blocks.write': null,
  };
  const orders = [
    ['shrink', 1],
    ['shrink', 2],
    ['split', 8],
    ['clone', 4],
  ] as const;
  for (const [kind, shards] of orders) {
    const target = `${kind}-${shards}`;
    const answer = await must(coordinating, 'PUT', `/source/_${kind}/${target}?timeout=5m`, {
      settings: { ...plain, 'index.number_of_shards': shards },
      aliases: { [`${target}-alias`]: {} },
    });
    expect(answer).toEqual({ acknowledged: true, shards_acknowledged: true, index: target });
  }
  await cluster.green('/_cluster/health/shrink-*,split-*,clone-*');
  for (const [kind, shards] of orders) {
    const target = `${kind}-${shards}`;
    await hasAll(coordinating, target);
    const recovered = await must<Recoveries>(master, 'GET', `/${target}/_recovery`);
    const types = recovered[target]?.shards.map(({ primary, type }) => `${primary} ${type}`) ?? [];
    expect(types.filter((type) => type === 'true LOCAL_SHARDS')).toHaveLength(shards);
    expect(types.filter((type) => type === 'false PEER')).toHaveLength(shards);
    const written = await coordinating.request<{ _seq_no: number; _primary_term: number }>(
      'PUT',
      `/${target}-alias/_doc/new?refresh=true`,
      { n: -1 },
    );
    expect(written.status).toBe(201);
    expect(written.json._primary_term).toBeGreaterThan(1);
  }
});

test('a resized index outlives its source and the node it was made on', async () => {
  await must(coordinating, 'DELETE', '/source');
  await data.kill();
  const survivor = cluster.node('n3');
  await eventually('all primaries on the other node', async () => {
    const { json } = await master.request<{ status: string }>('GET', '/_cluster/health/split-8');
    return json.status === 'yellow' ? true : undefined;
  });
  const found = await must<Found>(survivor, 'GET', '/split-8/_search?size=0');
  expect(found.hits.total.value).toBe(DOCUMENTS);
  await data.start();
  await cluster.green('/_cluster/health/split-8');
});

test('what is under way on one node is listed, slowed down, cancelled and waited for on any other', async () => {
  // One document per hundred seconds: the task runs until it is cancelled, however long the
  // requests take.
  const order = { source: { index: 'spread', size: 1 }, dest: { index: 'copied' } };
  const path = '/_reindex?wait_for_completion=false&requests_per_second=0.01';
  const { task } = await must<{ task: string }>(data, 'POST', path, order);
  interface Listed {
    readonly nodes: Readonly<Record<string, { readonly tasks: Readonly<Record<string, unknown>> }>>;
  }
  const shown = ({ nodes }: Listed) =>
    Object.values(nodes).flatMap(({ tasks }) => Object.keys(tasks));
  const listed = await must<Listed>(coordinating, 'GET', '/_tasks?actions=*reindex');
  expect(shown(listed)).toContain(task);
  const named = await must(master, 'GET', `/_tasks/${task}`);
  expect(named).toMatchObject({ completed: false, task: { cancellable: true } });
  const slower = `/_reindex/${task}/_rethrottle?requests_per_second=0.005`;
  expect(shown(await must<Listed>(master, 'POST', slower))).toEqual([task]);
  const cancelled = await must<Listed>(coordinating, 'POST', `/_tasks/${task}/_cancel`);
  expect(shown(cancelled)).toEqual([task]);
  const ended = await must(master, 'GET', `/_tasks/${task}?wait_for_completion=true&timeout=5m`);
  expect(ended).toMatchObject({ completed: true, response: { canceled: 'by user request' } });
});

test('a task whose node dies is told to be lost, and its name is not given to another', async () => {
  const order = { source: { index: 'spread', size: 1 }, dest: { index: 'copied-in-part' } };
  const path = '/_reindex?wait_for_completion=false&requests_per_second=0.01';
  const { task } = await must<{ task: string }>(coordinating, 'POST', path, order);
  expect(await must(master, 'GET', `/_tasks/${task}`)).toMatchObject({ completed: false });
  await coordinating.kill();
  const lost = {
    completed: true,
    task: {
      action: 'indices:data/write/reindex',
      description: 'reindex from [spread] to [copied-in-part]',
    },
    error: {
      type: 'node_disconnected_exception',
      reason: expect.stringContaining(`task [${task}] was lost`),
    },
  };
  await eventually('the node is missed', async () => {
    // Until the master has removed the node, the request goes to that node and fails with 500.
    const { status, json } = await master.request<object>('GET', `/_tasks/${task}`);
    return status === 200 && 'error' in json ? json : undefined;
  });
  expect(await must(master, 'GET', `/_tasks/${task}`)).toMatchObject(lost);
  await coordinating.start();
  const { task: next } = await must<{ task: string }>(coordinating, 'POST', path, order);
  const [, number = 0] = task.split(':');
  expect(Number(next.split(':')[1])).toBeGreaterThan(Number(number));
  expect(await must(data, 'GET', `/_tasks/${task}`)).toMatchObject(lost);
  await must(master, 'POST', `/_tasks/${next}/_cancel?wait_for_completion=true`);
});
