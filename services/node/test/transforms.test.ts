/**
 * Transforms on real nodes: batch and continuous ones, their output, how they stop, and a master
 * that is killed.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3 });
  node = cluster.nodes[0] as TestNode;
  await ask('PUT', '/sales', {
    settings: { number_of_shards: 2, number_of_replicas: 1 },
    mappings: {
      properties: {
        time: { type: 'date' },
        shop: { type: 'keyword' },
        price: { type: 'double' },
        count: { type: 'long' },
        where: { type: 'geo_point' },
      },
    },
  });
  await sell(90);
}, 600_000);
afterAll(() => cluster?.stop());

/** An answer whose shape each test knows. */
type Json = Record<string, ReturnType<typeof JSON.parse>>;

async function ask(method: string, path: string, body?: object, via = node): Promise<Json> {
  const { json } = await via.request<Json>(method, path, body);
  return json;
}

let sold = 0;
const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 0, 1);

/** Writes sales: sale `n` is of the shop `s(n % 3)`, on day `n % 10`, for `n` coins. */
async function sell(count: number, more: object = {}): Promise<void> {
  const lines = Array.from({ length: count }, () => {
    const n = sold++;
    const time = FIRST_MS + (n % 10) * DAY_MS + n * 1000;
    const sale = { time, shop: `s${n % 3}`, price: n, count: n, where: [n % 50, 10], ...more };
    return `{"index":{"_id":"${n}"}}\n${JSON.stringify(sale)}\n`;
  });
  const { status } = await node.send('POST', '/sales/_bulk?refresh', lines.join(''));
  expect(status).toBe(200);
}

async function state(id: string): Promise<Json> {
  const { transforms } = await ask('GET', `/_transform/${id}/_stats`);
  return transforms[0];
}

async function finished(id: string): Promise<Json> {
  return eventually(`${id} is done`, async () => {
    const found = await state(id);
    return found.state === 'stopped' || found.state === 'failed' ? found : undefined;
  });
}

async function documents(index: string, sort: string): Promise<Json[]> {
  await ask('POST', `/${index}/_refresh`);
  const { hits } = await ask('POST', `/${index}/_search`, { size: 1000, sort });
  return hits.hits.map(({ _source }: Json) => _source);
}

test('a pivot is a document a group, in an index with the mapping that follows', async () => {
  const transform = {
    source: { index: 'sales', query: { range: { price: { gte: 30 } } } },
    dest: { index: 'by-shop' },
    pivot: {
      group_by: {
        shop: { terms: { field: 'shop' } },
        'when.day': { date_histogram: { field: 'time', calendar_interval: 'day' } },
      },
      aggregations: {
        'price.sum': { sum: { field: 'price' } },
        total: { sum: { field: 'price' } },
        first: { min: { field: 'time' } },
        most: { max: { field: 'count' } },
        stats: { stats: { field: 'price' } },
        p: { percentiles: { field: 'price', percents: [50, 99.9] } },
        cheap: {
          filter: { range: { price: { lt: 60 } } },
          aggs: { n: { value_count: { field: 'price' } } },
        },
        twice: { bucket_script: { buckets_path: { s: 'total' }, script: 'params.s * 2' } },
        centre: { geo_centroid: { field: 'where' } },
        shops: { terms: { field: 'shop' } },
      },
    },
    settings: { max_page_search_size: 10 },
  };
  expect(await ask('PUT', '/_transform/by-shop', transform)).toEqual({ acknowledged: true });
  const { preview, generated_dest_index: generated } = await ask(
    'POST',
    '/_transform/by-shop/_preview',
  );
  expect(preview).toHaveLength(10);
  expect(await ask('POST', '/_transform/by-shop/_start')).toEqual({ acknowledged: true });
  expect(await finished('by-shop')).toMatchObject({
    state: 'stopped',
    stats: { pages_processed: 4, documents_processed: 60, documents_indexed: 30 },
    checkpointing: { last: { checkpoint: 1 } },
    health: { status: 'green' },
  });
  const found = await documents('by-shop', 'price.sum');
  expect(found).toHaveLength(30);
  expect(found[0]).toMatchObject({
    shop: 's0',
    when: { day: '2026-01-01T00:00:00.000Z' },
    price: { sum: 90 },
    first: '2026-01-01T00:00:30.000Z',
    most: 60,
    stats: { count: 2, min: 30, max: 60, avg: 45, sum: 90 },
    cheap: { n: 1 },
    twice: 180,
    shops: { s0: 2 },
  });
  expect(Object.keys(found[0]?.p)).toEqual(['50', '99_9']);
  const { 'by-shop': made } = await ask('GET', '/by-shop');
  const { properties } = made.mappings;
  expect(properties).toMatchObject({
    shop: { type: 'keyword' },
    when: { properties: { day: { type: 'date' } } },
    price: { properties: { sum: { type: 'double' } } },
    first: { type: 'date' },
    most: { type: 'long' },
    stats: { properties: { count: { type: 'long' }, avg: { type: 'double' } } },
    centre: { type: 'geo_point' },
  });
  expect(properties).toMatchObject(generated.mappings.properties);
  // A second run writes the same documents.
  await ask('POST', '/_transform/by-shop/_start');
  await finished('by-shop');
  expect(await documents('by-shop', 'price.sum')).toEqual(found);
});

test('the latest document of each key', async () => {
  await ask('PUT', '/_transform/latest', {
    source: { index: ['sales'] },
    dest: { index: 'latest-sales' },
    latest: { unique_key: ['shop'], sort: 'time' },
  });
  await ask('POST', '/_transform/latest/_start');
  expect((await finished('latest')).state).toBe('stopped');
  const found = await documents('latest-sales', 'shop.keyword');
  expect(found.map(({ n: _n, ...sale }) => [sale.shop, sale.price])).toEqual([
    ['s0', 69],
    ['s1', 79],
    ['s2', 89],
  ]);
});

test('a continuous transform follows new documents, group by group', async () => {
  await ask('PUT', '/_transform/follow', {
    source: { index: 'sales' },
    dest: { index: 'followed' },
    frequency: '1s',
    sync: { time: { field: 'arrived', delay: '0s' } },
    pivot: {
      group_by: { shop: { terms: { field: 'shop' } } },
      aggregations: { sum: { sum: { field: 'price' } } },
    },
  });
  await sell(3, { arrived: Date.now() - 1000 });
  await ask('POST', '/_transform/follow/_start');
  await eventually('the first checkpoint', async () => {
    const { checkpointing, state: now } = await state('follow');
    return checkpointing.last.checkpoint === 1 && now === 'started' ? true : undefined;
  });
  const sums = async () => (await documents('followed', 'shop')).map(({ sum }) => sum);
  expect(await sums()).toEqual([90, 91, 92]);
  const { stats: before } = await state('follow');
  // Only one group has changed: the others are not written again.
  await ask('POST', '/sales/_doc?refresh', { shop: 's1', price: 9, arrived: Date.now() });
  await eventually('the change', async () => ((await sums())[1] === 100 ? true : undefined));
  expect(await sums()).toEqual([90, 100, 92]);
  await ask('POST', '/_transform/follow/_stop?wait_for_completion=true&wait_for_checkpoint=true');
  const { stats, state: now } = await state('follow');
  expect(now).toBe('stopped');
  expect(stats.documents_indexed - before.documents_indexed).toBe(1);
});

test('the requests of docs/TRANSFORMS.md', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/TRANSFORMS.md'), 'utf8');
  const requests = [...page.matchAll(/```\n(\w+) (\S+)\n(.*?)```/gs)];
  expect(requests).toHaveLength(2);
  for (const [, method = '', path = '', body = ''] of requests) {
    const { status, json } = await node.send(method, path, body.trim() === '' ? undefined : body);
    expect([path, status, json]).toEqual([path, 200, { acknowledged: true }]);
  }
  await ask('DELETE', '/_transform/sales-by-shop?force=true');
});

test('a master that is killed in the middle: the next one writes what is missing', async () => {
  await ask('PUT', '/_transform/slow', {
    source: { index: 'sales' },
    dest: { index: 'slow' },
    pivot: {
      group_by: { n: { histogram: { field: 'price', interval: 1 } } },
      aggregations: { sum: { sum: { field: 'count' } } },
    },
    settings: { max_page_search_size: 10, docs_per_second: 20 },
  });
  await ask('POST', '/_transform/slow/_start');
  // Another node needs an in-sync copy: otherwise the destination may be on the killed master
  // alone.
  await eventually('it writes to two copies', async () => {
    const { status, json } = await node.request<Json>('GET', '/_cluster/health/slow?timeout=0s');
    return status === 200 && json.status === 'green' ? true : undefined;
  });
  const { nodes, master_node: masterId } = await ask('GET', '/_cluster/state/master_node,nodes');
  const master = cluster.nodes.find(({ name }) => name === nodes[masterId].name) as TestNode;
  await master.kill();
  node = cluster.nodes.find((each) => each.isUp) as TestNode;
  expect(await finished('slow')).toMatchObject({
    state: 'stopped',
    checkpointing: { last: { checkpoint: 1 } },
  });
  expect(await documents('slow', 'n')).toHaveLength(93);
  await master.start();
  await eventually('all are back', async () => {
    const { status } = await ask('GET', '/_cluster/health');
    return status === 'green' ? true : undefined;
  });
});

test('stopped in the middle, it goes on from the beginning when it is started again', async () => {
  await ask('DELETE', '/slow');
  await ask('POST', '/_transform/slow/_start');
  await eventually('it writes', async () =>
    (await state('slow')).state === 'indexing' ? true : undefined,
  );
  expect((await node.request('POST', '/_transform/slow/_start')).status).toBe(409);
  expect((await node.request('DELETE', '/_transform/slow')).status).toBe(409);
  await ask('POST', '/_transform/slow/_stop?wait_for_completion=true');
  expect((await state('slow')).state).toBe('stopped');
  await ask('POST', '/_transform/slow/_update', { settings: { docs_per_second: null } });
  await ask('POST', '/_transform/slow/_start');
  await finished('slow');
  expect(await documents('slow', 'n')).toHaveLength(93);
});

test('a destination that is deleted in the middle is made again, with its mapping', async () => {
  await ask('DELETE', '/slow');
  await ask('POST', '/_transform/slow/_reset');
  await ask('POST', '/_transform/slow/_update', { settings: { docs_per_second: 40 } });
  await ask('POST', '/_transform/slow/_start');
  await eventually('it writes', async () => {
    const { status } = await node.request('GET', '/slow');
    return status === 200 ? true : undefined;
  });
  await ask('DELETE', '/slow');
  expect(await finished('slow')).toMatchObject({ state: 'stopped' });
  const { slow } = await ask('GET', '/slow');
  expect(slow.mappings).toMatchObject({ _meta: { created_by: 'transform' } });
});

test('a stop that waits for the checkpoint breaks none off', async () => {
  await ask('DELETE', '/slow');
  await ask('POST', '/_transform/slow/_reset');
  await ask('POST', '/_transform/slow/_start');
  await eventually('it writes', async () =>
    (await state('slow')).state === 'indexing' ? true : undefined,
  );
  await ask('POST', '/_transform/slow/_stop?wait_for_checkpoint=true');
  expect(await finished('slow')).toMatchObject({ checkpointing: { last: { checkpoint: 1 } } });
  expect(await documents('slow', 'n')).toHaveLength(93);
});

test('what cannot be done fails the transform, and says why', async () => {
  await ask('PUT', '/strict', { mappings: { dynamic: 'strict' } });
  await ask('PUT', '/_transform/fails', {
    source: { index: 'sales' },
    dest: { index: 'strict' },
    latest: { unique_key: ['shop'], sort: 'time' },
  });
  await ask('POST', '/_transform/fails/_start');
  const failed = await finished('fails');
  expect(failed).toMatchObject({ state: 'failed', health: { status: 'red' } });
  expect(failed.reason).toContain('strict_dynamic_mapping_exception');
  expect((await node.request('POST', '/_transform/fails/_start')).status).toBe(409);
  expect((await node.request('POST', '/_transform/fails/_stop')).status).toBe(409);
  await ask('POST', '/_transform/fails/_stop?force=true&wait_for_completion=true');
  await ask('DELETE', '/_transform/fails');
  expect((await node.request('GET', '/_transform/fails')).status).toBe(404);
});

test('old documents are deleted, and a reset leaves nothing of a transform but itself', async () => {
  await ask('PUT', '/_transform/kept', {
    source: { index: 'sales' },
    dest: { index: 'kept' },
    pivot: {
      group_by: { day: { date_histogram: { field: 'time', fixed_interval: '1d' } } },
      aggregations: { n: { value_count: { field: 'price' } } },
    },
    retention_policy: {
      time: { field: 'day', max_age: `${Math.floor((Date.now() - FIRST_MS) / DAY_MS) - 4}d` },
    },
  });
  await ask('POST', '/_transform/kept/_start');
  const { stats } = await finished('kept');
  const left = await documents('kept', 'day');
  expect(left.length).toBeGreaterThan(0);
  expect(left.length + stats.documents_deleted).toBe(10);
  expect(left.every(({ day }) => Date.parse(day) >= FIRST_MS + 4 * DAY_MS)).toBe(true);
  expect(await ask('POST', '/_transform/kept/_reset')).toEqual({ acknowledged: true });
  expect((await node.request('GET', '/kept')).status).toBe(404);
  expect(await state('kept')).toMatchObject({ state: 'stopped', stats: { documents_indexed: 0 } });
});

const PIVOT = {
  group_by: { shop: { terms: { field: 'shop' } } },
  aggregations: { sum: { sum: { field: 'price' } } },
};

test.each<[string, object, string]>([
  ['no source', { dest: { index: 'x' }, pivot: PIVOT }, 'Required [source]'],
  [
    'no function',
    { source: { index: 'sales' }, dest: { index: 'x' } },
    'Required [pivot] or [latest]',
  ],
  [
    'an unknown member',
    { source: { index: 'sales' }, dest: { index: 'x' }, pivot: PIVOT, foo: 1 },
    'unknown field [foo]',
  ],
  [
    'no index of the name',
    { source: { index: 'nosuch' }, dest: { index: 'x' }, pivot: PIVOT },
    'no such index [nosuch]',
  ],
  [
    'an aggregation that makes no value',
    {
      source: { index: 'sales' },
      dest: { index: 'x' },
      pivot: { ...PIVOT, aggregations: { h: { top_hits: {} } } },
    },
    'Unsupported aggregation type [top_hits]',
  ],
  [
    'a frequency that is too high',
    { source: { index: 'sales' }, dest: { index: 'x' }, pivot: PIVOT, frequency: '10ms' },
    'minimum permitted [frequency] is [1s]',
  ],
  [
    'two fields of one name',
    {
      source: { index: 'sales' },
      dest: { index: 'x' },
      pivot: { ...PIVOT, aggregations: { shop: { sum: { field: 'price' } } } },
    },
    'duplicate field [shop] detected',
  ],
])('%s is refused', async (_what, body, reason) => {
  const { status, json } = await node.request<Json>('PUT', '/_transform/bad', body);
  expect([status, JSON.stringify(json)]).toEqual([
    reason.startsWith('no such') ? 404 : 400,
    expect.stringContaining(reason),
  ]);
});

test('transforms that may not run yet wait for their turn', async () => {
  const allow = (most: number | null) =>
    ask('PUT', '/_cluster/settings', {
      persistent: { 'transform.max_concurrent_checkpoints': most },
    });
  await allow(1);
  const ids = ['turn-1', 'turn-2', 'turn-3'];
  for (const id of ids) {
    const pivot = {
      group_by: { shop: { terms: { field: 'shop' } } },
      aggregations: { sum: { sum: { field: 'price' } } },
    };
    await ask('PUT', `/_transform/${id}`, {
      source: { index: 'sales' },
      dest: { index: id },
      pivot,
    });
  }
  await Promise.all(ids.map((id) => ask('POST', `/_transform/${id}/_start`)));
  for (const id of ids) {
    expect(await finished(id)).toMatchObject({ state: 'stopped' });
    expect(await documents(id, 'shop')).toHaveLength(3);
  }
  await allow(null);
});

test('a preview goes through the pipeline of the destination', async () => {
  const processors = [
    { drop: { if: "ctx.shop == 's1'" } },
    { set: { field: 'seen', value: '{{shop}} in {{_index}}' } },
    { fail: { if: "ctx.shop == 's9'", message: 'no such shop' } },
  ];
  await ask('PUT', '/_ingest/pipeline/shown', { processors });
  const transform = {
    source: { index: 'sales' },
    dest: { index: 'shown', pipeline: 'shown' },
    pivot: {
      group_by: { shop: { terms: { field: 'shop' } } },
      aggregations: { most: { max: { field: 'count' } } },
    },
  };
  const { preview } = await ask('POST', '/_transform/_preview', transform);
  expect(preview.map(({ seen }: Json) => seen)).toEqual(['s0 in shown', 's2 in shown']);
  const { dest: _unneeded, ...undirected } = transform;
  const { preview: plain } = await ask('POST', '/_transform/_preview', undirected);
  expect(plain.map(({ shop }: Json) => shop)).toEqual(['s0', 's1', 's2']);
  const { preview: piped } = await ask('POST', '/_transform/_preview', {
    ...undirected,
    dest: { pipeline: 'shown' },
  });
  expect(piped).toHaveLength(2);
  await ask('PUT', '/_ingest/pipeline/shown', {
    processors: [{ fail: { message: 'no documents today' } }],
  });
  const { error } = await ask('POST', '/_transform/_preview', transform);
  expect(error.reason).toContain('no documents today');
});

test.each([
  [
    'a pipeline that is missing',
    { index: 'x', pipeline: 'nope' },
    'Pipeline with id [nope] could not be found',
  ],
  [
    'an alias that nothing can be written to',
    { index: 'two' },
    'no write index is defined for alias [two]',
  ],
  [
    'an index that a pattern reads',
    { index: 'also-sales' },
    'Destination index [also-sales] is included in source expression [*sales]',
  ],
  ['a name that no index may have', { index: 'UPPER' }, 'must be lowercase'],
])('a destination is checked when the transform is made: %s', async (_what, dest, reason) => {
  for (const name of ['also-sales', 'more-sales']) await ask('PUT', `/${name}`);
  const add = (index: string) => ({ add: { index, alias: 'two' } });
  await ask('POST', '/_aliases', { actions: [add('also-sales'), add('more-sales')] });
  const transform = {
    source: { index: '*sales' },
    dest,
    latest: { unique_key: ['shop'], sort: 'time' },
  };
  const { error } = await ask('PUT', '/_transform/checked', transform);
  expect(error.reason).toContain(reason);
  const deferred = await ask('PUT', '/_transform/checked?defer_validation=true', transform);
  expect(deferred).toEqual({ acknowledged: true });
  await ask('DELETE', '/_transform/checked');
});
