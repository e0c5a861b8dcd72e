/**
 * Pipelines on real nodes: one node runs them and one passes documents on; threads in endless
 * expressions are stopped.
 */
import { TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let worker: TestNode;
let other: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({
    nodes: 2,
    settings: { 'ingest.grok.watchdog.max_execution_time': '200ms' },
    of: { n2: { 'node.roles': 'master,data' } },
  });
  await cluster.formed(2);
  [worker, other] = cluster.nodes as [TestNode, TestNode];
});
afterAll(() => cluster?.stop());

async function bulk(node: TestNode, path: string, lines: readonly object[]) {
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const { json } = await node.send<BulkAnswer>('POST', path, body);
  return json;
}

interface BulkAnswer {
  readonly errors: boolean;
  readonly ingest_took?: number;
  readonly items: readonly Readonly<Record<string, Readonly<Record<string, unknown>>>>[];
}

async function sourceOf(index: string, id: string): Promise<unknown> {
  const { json } = await worker.request('GET', `/${index}/_doc/${id}`);
  return json._source;
}

test('a node without the role passes documents on, and every item has its own outcome', async () => {
  const processors = [
    { drop: { if: "ctx.level == 'debug'" } },
    { convert: { field: 'n', type: 'integer' } },
    { set: { field: '_index', value: 'b-{{n}}', if: 'ctx.n > 5' } },
  ];
  await other.request('PUT', '/_ingest/pipeline/mixed', { processors });
  const answer = await bulk(other, '/a-1/_bulk?pipeline=mixed&refresh=true', [
    { index: { _id: '1' } },
    { n: '1' },
    { index: { _id: '2' } },
    { n: 'x' },
    { index: { _id: '3' } },
    { level: 'debug' },
    { index: { _id: '4', pipeline: '_none' } },
    { text: 'as it is' },
    { index: { _id: '5' } },
    { n: '7' },
    { delete: { _id: '1' } },
  ]);
  expect(answer.errors).toBe(true);
  expect(answer.ingest_took).toEqual(expect.any(Number));
  const outcomes = answer.items.map((item) => Object.values(item)[0]);
  expect(outcomes.map((item) => [item?._index, item?.result ?? item?.status])).toEqual([
    ['a-1', 'created'],
    ['a-1', 400],
    ['a-1', 'noop'],
    ['a-1', 'created'],
    ['b-7', 'created'],
    ['a-1', 'deleted'],
  ]);
  expect(await sourceOf('a-1', '4')).toEqual({ text: 'as it is' });
  expect(await sourceOf('b-7', '5')).toEqual({ n: 7 });
  const { json } = await worker.request<{
    nodes: Record<string, { name: string; ingest: object }>;
  }>('GET', '/_nodes/stats/ingest');
  const nodes = Object.values(json.nodes);
  expect(nodes.find(({ name }) => name === 'n1')?.ingest).toMatchObject({
    total: { count: 4, failed: 1, current: 0 },
    pipelines: { mixed: { count: 4, failed: 1 } },
  });
  expect(nodes.find(({ name }) => name === 'n2')?.ingest).toMatchObject({ total: { count: 0 } });
});

test('default and final pipelines, of an index and of the template that makes one', async () => {
  const set = (field: string) => ({ processors: [{ append: { field: 'by', value: field } }] });
  for (const name of ['one', 'two', 'three']) {
    await worker.request('PUT', `/_ingest/pipeline/${name}`, set(name));
  }
  const settings = { 'index.default_pipeline': 'one', 'index.final_pipeline': 'two' };
  await worker.request('PUT', '/_index_template/t', {
    index_patterns: ['made-*'],
    template: { settings },
  });
  await worker.request('PUT', '/made-1/_doc/1', {});
  await worker.request('PUT', '/made-1/_doc/2?pipeline=three', {});
  await worker.request('PUT', '/made-1/_doc/3?pipeline=_none', {});
  await worker.request('POST', '/made-1/_update/4', { doc: {}, upsert: { u: 1 } });
  expect(await sourceOf('made-1', '1')).toEqual({ by: ['one', 'two'] });
  expect(await sourceOf('made-1', '2')).toEqual({ by: ['three', 'two'] });
  expect(await sourceOf('made-1', '3')).toEqual({ by: ['two'] });
  expect(await sourceOf('made-1', '4')).toEqual({ u: 1, by: ['one', 'two'] });
});

test('an update sends the whole new document through the pipelines of its index', async () => {
  await worker.request('PUT', '/_ingest/pipeline/count', {
    processors: [{ script: 'ctx.runs = (ctx.runs ?: 0) + 1; ctx.version = ctx._version' }],
  });
  await worker.request('PUT', '/_ingest/pipeline/refuse', {
    processors: [
      { drop: { if: "ctx.a == 'dropped'" } },
      { fail: { if: "ctx.a == 'failed'", message: 'no {{a}}' } },
      { set: { if: "ctx.a == 'moved'", field: '_index', value: 'updated-away' } },
    ],
  });
  await other.request('PUT', '/updated', {
    settings: { default_pipeline: 'refuse', final_pipeline: 'count', number_of_replicas: 1 },
  });
  const update = async (body: object, query = '') => {
    const { status, json } = await other.request('POST', `/updated/_update/1${query}`, body);
    return [status, json.result ?? json.error, ...(json.get ? [json.get] : [])];
  };
  const made = { a: 1 };
  expect(await update({ doc: { a: 2 }, upsert: made }, '?_source=true')).toEqual([
    201,
    'created',
    expect.objectContaining({ _source: made }),
  ]);
  expect(await sourceOf('updated', '1')).toEqual({ a: 1, runs: 1, version: -4 });
  expect(await update({ doc: { a: 2 } }, '?refresh=true')).toEqual([200, 'updated']);
  expect(await sourceOf('updated', '1')).toEqual({ a: 2, runs: 2, version: -3 });
  expect(await update({ doc: { a: 2 } })).toEqual([200, 'noop']);
  expect(await update({ script: "ctx.op = 'none'" })).toEqual([200, 'noop']);
  expect(await update({ doc: { a: 'dropped' } })).toEqual([200, 'noop']);
  expect(await update({ doc: { a: 'failed' } })).toEqual([
    500,
    expect.objectContaining({ reason: 'no failed' }),
  ]);
  expect(await update({ doc: { a: 'moved' } }, '?retry_on_conflict=2')).toEqual([
    409,
    expect.objectContaining({ index: 'updated-away' }),
  ]);
  const lines = [{ update: { _id: '1' } }, { script: 'ctx._source.a = 3' }];
  expect((await bulk(other, '/updated/_bulk', lines)).errors).toBe(false);
  expect(await sourceOf('updated', '1')).toEqual({ a: 3, runs: 2, version: -3 });
  expect(await update({ script: "ctx.op = 'delete'" })).toEqual([200, 'deleted']);
  const misses = async () => {
    const { json } = await other.request<{
      nodes: Record<string, { indices: { indexing: { doc_status: Record<string, number> } } }>;
    }>('GET', '/_nodes/_local/stats/indices/indexing');
    return Object.values(json.nodes)[0]?.indices.indexing.doc_status['4xx'] ?? 0;
  };
  const missed = await misses();
  expect(await update({ doc: { a: 1 } })).toEqual([
    404,
    expect.objectContaining({ type: 'document_missing_exception' }),
  ]);
  expect(await misses()).toBe(missed + 1);
});

test('updates of one document at the same time are all applied, with retries', async () => {
  await worker.request('PUT', '/_ingest/pipeline/twice', {
    processors: [{ script: 'ctx.twice = 2 * ctx.n' }],
  });
  await worker.request('PUT', '/counted', { settings: { default_pipeline: 'twice' } });
  await worker.request('PUT', '/counted/_doc/1', { n: 0 });
  const updates = Array.from({ length: 20 }, (_, i) =>
    (i % 2 === 0 ? worker : other).request('POST', '/counted/_update/1?retry_on_conflict=100', {
      script: 'ctx._source.n += 1',
    }),
  );
  expect(new Set((await Promise.all(updates)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await sourceOf('counted', '1')).toEqual({ n: 20, twice: 40 });
});

test('an expression without end fails its processor, on either node, and the thread goes on', async () => {
  const grok = {
    field: 'm',
    patterns: ['^(?:(?:a+)+)+$'],
    on_failure: [{ set: { field: 'why', value: '{{_ingest.on_failure_message}}' } }],
  };
  await worker.request('PUT', '/_ingest/pipeline/endless', { processors: [{ grok }] });
  const slow = { m: `${'a'.repeat(200)}!` };
  const lines = [{ m: 'aaa' }, slow, { m: 'aa' }, slow, { m: 'a' }];
  const answer = await bulk(
    other,
    '/endless/_bulk?pipeline=endless',
    lines.flatMap((line, i) => [{ index: { _id: String(i) } }, line]),
  );
  expect(answer.errors).toBe(false);
  const why = 'grok pattern matching was interrupted after [200] ms';
  const sources = await Promise.all(lines.map((_line, i) => sourceOf('endless', String(i))));
  expect(sources).toEqual(lines.map((line) => (line === slow ? { ...slow, why } : line)));
});

test('a pipeline that is changed or removed is so for the next request', async () => {
  const put = (value: number) =>
    other.request('PUT', '/_ingest/pipeline/changing', {
      processors: [{ set: { field: 'v', value } }],
    });
  for (const value of [1, 2, 3]) {
    await put(value);
    await worker.request('PUT', '/changing/_doc/1?pipeline=changing', {});
    expect(await sourceOf('changing', '1')).toEqual({ v: value });
  }
  await other.request('DELETE', '/_ingest/pipeline/chang*');
  const { status, json } = await worker.request('PUT', '/changing/_doc/1?pipeline=changing', {});
  expect([status, json.error]).toEqual([
    400,
    expect.objectContaining({ reason: 'pipeline with id [changing] does not exist' }),
  ]);
});
