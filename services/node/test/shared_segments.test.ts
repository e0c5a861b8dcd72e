/**
 * Several search threads of a node share the aggregations of one shard: the answers are the same as
 * those of one thread, sequentially and in parallel, within the time limit or not.
 */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const SEGMENTS = 6;
const SEGMENT_DOCS = 700;
const DAY_MS = 86_400_000;
const BODY = {
  size: 0,
  query: { range: { amount: { gte: 10 } } },
  aggs: {
    kinds: {
      terms: { field: 'kind', size: 30 },
      aggs: { sum: { sum: { field: 'amount' } }, users: { cardinality: { field: 'user' } } },
    },
    days: {
      date_histogram: { field: 'at', calendar_interval: 'day', time_zone: 'Europe/Berlin' },
      aggs: { stats: { stats: { field: 'amount' } } },
    },
  },
};
const PATH = '/sales/_search?request_cache=false';

const TRIES = 40;

type Json = Readonly<Record<string, never>>;

let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1, settings: { 'node.search_workers': '3' } });
  await cluster.formed(1);
  [node] = cluster.up as [TestNode];
  await node.request('PUT', '/sales', {
    settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: -1 },
    mappings: {
      properties: {
        kind: { type: 'keyword' },
        at: { type: 'date' },
        amount: { type: 'long' },
        user: { type: 'keyword' },
      },
    },
  });
  for (let segment = 0; segment < SEGMENTS; segment++) {
    const lines = Array.from({ length: SEGMENT_DOCS }, (_, i) => {
      const n = segment * SEGMENT_DOCS + i;
      const at = 1_711_800_000_000 + (n % 9) * DAY_MS;
      const sale = { kind: `k${n % 7}`, at, amount: n % 501, user: `u${n % 97}` };
      return `{"index":{}}\n${JSON.stringify(sale)}\n`;
    });
    expect(await node.send('POST', '/sales/_bulk?refresh=true', lines.join(''))).toMatchObject({
      json: { errors: false },
    });
  }
});

afterAll(() => cluster.stop());

async function mode(is: string): Promise<void> {
  const transient = { 'search.concurrent_segment_search.mode': is };
  await node.request('PUT', '/_cluster/settings', { transient });
}

async function aggregations(body: object = BODY): Promise<unknown> {
  const { status, json } = await node.request('POST', PATH, body);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return (json as Json).aggregations;
}

/**
 * The number of tasks that search threads have completed; a thread that helps completes one too.
 */
async function completed(): Promise<number> {
  const { json } = await node.request('GET', '/_nodes/stats/thread_pool');
  const [stats] = Object.values((json as Json).nodes as Record<string, Json>);
  const { thread_pool: pools } = stats as unknown as {
    thread_pool: { search: { completed: number } };
  };
  return pools.search.completed;
}

test('threads that are idle help, and nothing is different', async () => {
  await mode('none');
  const alone = await aggregations();
  const before = await completed();
  for (let i = 0; i < 5; i++) expect(await aggregations()).toEqual(alone);
  expect(await completed()).toBe(before + 5);

  await mode('all');
  const start = await completed();
  const answers: unknown[] = [];
  // A thread that is asked for the first time only starts; on a busy machine a thread may come too
  // late to take a segment.
  await eventually('threads that helped', async () => {
    for (let i = 0; i < TRIES; i++) answers.push(await aggregations());
    return (await completed()) > start + answers.length + 5 || undefined;
  });
  for (const each of answers) expect(each).toEqual(alone);
  const many = await Promise.all(Array.from({ length: 24 }, () => aggregations()));
  for (const each of many) expect(each).toEqual(alone);
});

test('what goes wrong in a thread that helps is told, and the next search is whole again', async () => {
  await mode('all');
  const alone = await aggregations();
  const script = { source: "if (doc['amount'].value == 500) throw new RuntimeException('no'); 1" };
  const failing = { size: 0, aggs: { a: { sum: { script } } } };
  for (let i = 0; i < 6; i++) {
    const { status, json } = await node.request('POST', PATH, failing);
    expect([status, JSON.stringify(json).includes('script_exception')]).toEqual([400, true]);
  }
  expect(await aggregations()).toEqual(alone);
});
