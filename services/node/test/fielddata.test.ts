/**
 * Field data of text fields: reported by every statistic, cleared by name, refused where memory is
 * lacking.
 */
import { TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let node: TestNode;
const TEXT = { type: 'text', fielddata: true };

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  await cluster.formed(1);
  [node] = cluster.nodes as [TestNode];
  await ask('PUT', '/f', {
    settings: { number_of_shards: 2, number_of_replicas: 0 },
    mappings: { properties: { a: TEXT, b: TEXT } },
  });
  for (let i = 0; i < 8; i++) await ask('PUT', `/f/_doc/${i}`, { a: 'one two', b: `three ${i}` });
  await ask('POST', '/f/_refresh');
});
afterAll(() => cluster.stop());

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  return (await node.request<unknown>(method, path, body)).json;
}

const sortBy = (field: string) => node.request<object>('POST', '/f/_search', { sort: field });

interface Section {
  readonly memory_size_in_bytes: number;
  readonly evictions: number;
  readonly fields?: Readonly<Record<string, { readonly memory_size_in_bytes: number }>>;
}

async function ofIndex(params: string): Promise<Section> {
  const { indices } = (await ask('GET', `/f/_stats/fielddata${params}`)) as {
    indices: { f: { total: { fielddata: Section } } };
  };
  return indices.f.total.fielddata;
}

const table = async (path = '') =>
  ((await ask('GET', `/_cat/fielddata${path}?format=json&bytes=b`)) as { field: string }[]).map(
    ({ field }) => field,
  );

test('what is in memory is told by index, node, field and shard, and goes when it is emptied', async () => {
  expect(await ofIndex('')).toEqual({ memory_size_in_bytes: 0, evictions: 0 });
  expect(await table()).toEqual([]);
  expect((await sortBy('a')).status).toBe(200);
  expect((await sortBy('b')).status).toBe(200);
  const told = await ofIndex('?fielddata_fields=a,x*');
  const ofA = told.fields?.a?.memory_size_in_bytes ?? 0;
  expect(ofA).toBeGreaterThan(0);
  expect(told).toEqual({
    memory_size_in_bytes: expect.any(Number),
    evictions: 0,
    fields: { a: { memory_size_in_bytes: ofA } },
  });
  expect(told.memory_size_in_bytes).toBeGreaterThan(ofA);
  const { nodes } = (await ask('GET', '/_nodes/stats/indices/fielddata?fields=*')) as {
    nodes: Record<string, { indices: { fielddata: Section } }>;
  };
  const [ofNode] = Object.values(nodes);
  expect(ofNode?.indices.fielddata).toEqual(await ofIndex('?fields=*'));
  expect([await table(), await table('/b')]).toEqual([['a', 'b'], ['b']]);
  const [row] = (await ask('GET', '/_cat/indices/f?format=json&bytes=b&h=fm,fe')) as object[];
  expect(row).toEqual({ fm: String(told.memory_size_in_bytes), fe: '0' });

  await ask('POST', '/f/_cache/clear?fielddata=true&fields=a');
  const left = await ofIndex('?fields=*');
  expect(left.memory_size_in_bytes).toBe(told.memory_size_in_bytes - ofA);
  expect(left.fields?.a).toEqual({ memory_size_in_bytes: 0 });
  await ask('POST', '/f/_cache/clear');
  expect(await ofIndex('')).toEqual({ memory_size_in_bytes: 0, evictions: 0 });
  expect((await sortBy('a')).status).toBe(200);
  expect((await ofIndex('')).memory_size_in_bytes).toBe(ofA);
});

test('where there is no room the breaker refuses', async () => {
  await ask('POST', '/f/_cache/clear');
  const limit = (value: string | null) =>
    ask('PUT', '/_cluster/settings', {
      transient: { 'indices.breaker.fielddata.limit': value },
    });
  await limit('1b');
  const { status, json } = await sortBy('b');
  expect(status).toBe(429);
  // Each of the two shards names the memory that it wanted; the reasons differ, so one or both
  // stand as causes.
  const { root_cause: causes } = (json as { error: { root_cause: object[] } }).error;
  expect(causes.length).toBeGreaterThan(0);
  for (const cause of causes)
    expect(cause).toMatchObject({
      type: 'circuit_breaking_exception',
      reason: expect.stringMatching(
        /^\[fielddata\] Data too large, data for \[.+\] would be \[\d+\/.+\], which is larger than the limit of \[1\/1b\]$/,
      ),
    });
  await limit(null);
  expect((await sortBy('b')).status).toBe(200);
});
