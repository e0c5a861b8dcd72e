/**
 * Searches are tasks: they are listed while they run, and a cancellation takes effect within a
 * document, too.
 */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let node: TestNode;

/** The query evaluates every function for every document, which takes minutes. */
const DOCUMENTS = 50_000;
const FUNCTIONS = 20_000;
const query = {
  function_score: {
    functions: Array.from({ length: FUNCTIONS }, (_, i) => ({ weight: 1 + i / 1e6 })),
    score_mode: 'sum',
  },
};

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  await cluster.formed(1);
  [node] = cluster.nodes as [TestNode];
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  for (const index of ['long', 'two']) await node.request('PUT', `/${index}`, { settings });
  const lines = Array.from({ length: DOCUMENTS }, () => '{"index":{"_index":"long"}}\n{"n":1}\n');
  await node.send('POST', '/_bulk?refresh=true', lines.join(''));
});
afterAll(() => cluster?.stop());

interface Listed {
  readonly nodes: Readonly<Record<string, { readonly tasks: Readonly<Record<string, object>> }>>;
}

async function running(action: string): Promise<readonly (readonly [string, object])[]> {
  const { json } = await node.request<Listed>('GET', `/_tasks?detailed&actions=${action}`);
  return Object.values(json.nodes).flatMap(({ tasks }) => Object.entries(tasks));
}

const msearch = `{}\n${JSON.stringify({ query })}\n{}\n{"size":0}\n`;

test.each([
  ['/long/_search', 'indices:data/read/search', JSON.stringify({ query }), [400]],
  // If the search is cancelled while its body is read, no shard has answered.
  ['/long,two/_search', 'indices:data/read/search', JSON.stringify({ query }), [200, 400]],
  ['/long/_msearch', 'indices:data/read/msearch', msearch, [200]],
] as const)(
  '%s is listed, and stops when it is cancelled',
  async (path, action, body, statuses) => {
    const answer = node.send<object>('POST', path, body);
    const [id, task] = await eventually(
      `${action} is listed`,
      async () => (await running(action))[0],
    );
    expect(task).toMatchObject({ action, cancellable: true, cancelled: false });
    await node.request('POST', `/_tasks/${id}/_cancel`);
    expect(statuses).toContain((await answer).status);
    expect(JSON.stringify((await answer).json)).toContain('task_cancelled_exception');
    expect(await running(action)).toEqual([]);
  },
);

const interval = 'cancel_after_time_interval=50ms';
const inHeader = `{"cancel_after_time_interval":"50ms"}\n${JSON.stringify({ query })}\n{}\n{"size":0}\n`;

test.each([
  [`/long/_search?${interval}`, JSON.stringify({ query }), [400]],
  // On a crowded machine no shard of [two] may have answered in 50 ms.
  [`/long,two/_search?${interval}`, JSON.stringify({ query }), [200, 400]],
  [`/long/_search?scroll=1m&${interval}`, JSON.stringify({ query }), [400]],
  [`/long/_msearch?${interval}`, msearch, [200]],
  ['/long/_msearch', inHeader, [200]],
] as const)('%s cancels itself', async (path, body, statuses) => {
  const { status, json } = await node.send<object>('POST', path, body);
  expect(statuses).toContain(status);
  expect(JSON.stringify(json)).toContain('task_cancelled_exception');
});

test('a search is cancelled after the time that the cluster allows, unless it says otherwise', async () => {
  const allow = (time: string | null) =>
    node.request('PUT', '/_cluster/settings', {
      persistent: { 'search.cancel_after_time_interval': time },
    });
  await allow('50ms');
  const slow = await node.send<object>('POST', '/long/_search', JSON.stringify({ query }));
  expect(JSON.stringify(slow.json)).toContain('task_cancelled_exception');
  const quick = await node.request('GET', '/long/_search?size=0');
  expect(quick).toMatchObject({ status: 200, json: { hits: { total: { value: 10_000 } } } });
  await allow(null);
});

const TEMPLATE = { source: '{"size":0}' };

test('a search by template takes the parameters of a search', async () => {
  const path = '/two/_search/template';
  const { json } = await node.request<object>('POST', `${path}?phase_took`, TEMPLATE);
  expect(json).toMatchObject({ phase_took: PHASES });
  expect(await node.request('POST', `${path}?search_pipeline=no`, TEMPLATE)).toMatchObject({
    status: 400,
    json: { error: { reason: 'Pipeline no is not defined' } },
  });
});

const PHASES = {
  dfs_pre_query: expect.any(Number),
  query: expect.any(Number),
  fetch: expect.any(Number),
  dfs_query: expect.any(Number),
  expand: expect.any(Number),
  can_match: expect.any(Number),
};

test.each([
  '/two/_search?phase_took',
  '/two,long/_search?phase_took=true',
  '/two/_search?phase_took=true&scroll=1m',
  '/two,long/_search?phase_took=true&search_type=dfs_query_then_fetch',
])('%s tells how long each phase took, behind the whole', async (path) => {
  const { json } = await node.request<object>('GET', path);
  expect(json).toMatchObject({ phase_took: PHASES });
  expect(
    Object.keys(json)
      .filter((key) => key !== '_scroll_id')
      .slice(0, 2),
  ).toEqual(['took', 'phase_took']);
});

test('phases are shown where the cluster says so, unless the search says otherwise', async () => {
  const show = (shown: boolean | null) =>
    node.request('PUT', '/_cluster/settings', {
      persistent: { 'search.phase_took_enabled': shown },
    });
  await show(true);
  expect(await node.request('GET', '/two/_search')).toMatchObject({ json: { phase_took: PHASES } });
  const { json } = await node.request<object>('GET', '/two/_search?phase_took=false');
  expect(json).not.toHaveProperty('phase_took');
  await show(null);
  expect((await node.request<object>('GET', '/two/_search')).json).not.toHaveProperty('phase_took');
});

test('a search thread is free again', async () => {
  const sorted = { size: 1, sort: ['_doc'], query: { match: { n: 1 } } };
  expect(await node.request('POST', '/long/_search', sorted)).toMatchObject({ status: 200 });
});
