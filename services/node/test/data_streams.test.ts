/**
 * Data streams on real nodes. Requests are answered as OpenSearch 2.19 answered the same sequence;
 * the additions of Elasticsearch are tested too.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RECORDED_PLACES, recordedRequests } from '../src/testing/recorded_requests.js';
import { ROOT, SecuredNode } from './secured_node.js';
import { TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  await cluster.formed(1);
  [node] = cluster.nodes as [TestNode];
});
afterAll(() => cluster?.stop());

/** The answer without places in bodies, values that are new each time, and the order of sets. */
function comparable(response: unknown): unknown {
  const text = JSON.stringify(response ?? {})
    .replace(RECORDED_PLACES, '')
    .replace(/"(index_uuid|creation_date|uuid)":"[^"]*"/g, '"$1":""')
    .replace(/\/[\w-]{22}\]/g, '/UUID]')
    .replace(/"shards_acknowledged":(true|false)/g, '"shards_acknowledged":"?"')
    .replace(/"status":"(GREEN|YELLOW|RED)"/g, '"status":"?"')
    .replace(/data streams \[([^\]]*)\]/g, (_all, names: string) =>
      names.split(', ').sort().join(),
    );
  return JSON.parse(text);
}

test('recorded requests', async () => {
  const requests = recordedRequests(
    new URL('./data_streams/opensearch_answers.ndjson', import.meta.url),
  );
  for (const { method, path, body, status, response } of requests) {
    const asked = `${method} ${path}`;
    const answer = await node.request(method, path, body);
    const seen = [asked, answer.status, comparable(answer.json)];
    expect(seen).toEqual([asked, status, comparable(response)]);
  }
});

test('the steps of docs/DATA_STREAMS.md', async () => {
  const page = readFileSync(resolve(ROOT, 'docs/DATA_STREAMS.md'), 'utf8');
  const steps = [...page.matchAll(/```\n(\w+) (\S+)\n(.*?)```/gs)];
  expect(steps.length).toBeGreaterThan(8);
  for (const [, method = '', path = '', body = ''] of steps) {
    const text = body.trim() === '' ? undefined : body;
    const { status, json } = await node.send(method, path, text);
    expect([method, path, status, json]).toEqual([method, path, status === 201 ? 201 : 200, json]);
  }
  await node.request('DELETE', '/old-logs');
  await node.request('DELETE', '/_index_template/logs');
});

interface Streams {
  readonly data_streams: readonly {
    readonly indices: readonly { readonly index_name: string }[];
    readonly generation: number;
    readonly rollover_on_write?: boolean;
  }[];
}

async function makeStreams(pattern: string, more: object = {}): Promise<void> {
  const template = { settings: { number_of_replicas: 0 } };
  const body = { index_patterns: [pattern], data_stream: {}, template, ...more };
  await node.request('PUT', `/_index_template/${pattern.slice(0, -1)}`, body);
}

async function backing(name: string): Promise<readonly string[]> {
  const { json } = await node.request<Streams>('GET', `/_data_stream/${name}`);
  return json.data_streams[0]?.indices.map((one) => one.index_name) ?? [];
}

interface BulkAnswer {
  readonly items: readonly Record<
    string,
    { readonly status: number; readonly error?: { readonly reason: string } }
  >[];
}

test('a bulk makes the stream, appends, and refuses what is no create', async () => {
  await makeStreams('bulk-*');
  const lines = [
    { create: { _index: 'bulk-a' } },
    { '@timestamp': '2024-05-01', n: 1 },
    { index: { _index: 'bulk-a' } },
    { '@timestamp': '2024-05-01' },
    { create: { _index: 'bulk-a', routing: 'x' } },
    { '@timestamp': '2024-05-01' },
    { create: { _index: 'bulk-a' } },
    { n: 2 },
    { delete: { _index: 'bulk-a', _id: '1' } },
  ];
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const { json } = await node.send<BulkAnswer>('POST', '/_bulk?refresh=true', body);
  const seen = json.items.map((item) => Object.values(item)[0]);
  expect(seen.map((item) => item?.status)).toEqual([201, 400, 400, 400, 400]);
  expect(seen[0]).toMatchObject({ _index: '.ds-bulk-a-000001' });
  expect(seen[2]?.error?.reason).toContain('specifies a custom routing');
  expect(seen[3]?.error?.reason).toBe('failed to parse');
  const found = await node.request('GET', '/bulk-*/_search');
  expect(found.json.hits).toMatchObject({ total: { value: 1 } });
});

test('a lazy rollover waits for the next document', async () => {
  await makeStreams('lazy-*');
  await node.request('PUT', '/_data_stream/lazy-a');
  const rolled = await node.request('POST', '/lazy-a/_rollover?lazy');
  expect(rolled.json).toMatchObject({ acknowledged: true, rolled_over: false, lazy: true });
  expect(await backing('lazy-a')).toEqual(['.ds-lazy-a-000001']);
  const document = { '@timestamp': '2024-05-01' };
  const written = await Promise.all(
    Array.from({ length: 10 }, () => node.request('POST', '/lazy-a/_doc', document)),
  );
  const found = new Set(written.map(({ json }) => json._index));
  expect(found).toEqual(new Set(['.ds-lazy-a-000002']));
  const { json: shown } = await node.request<Streams>('GET', '/_data_stream/lazy-a');
  expect(shown.data_streams[0]).toMatchObject({ generation: 2 });
  expect(shown.data_streams[0]?.rollover_on_write).toBeUndefined();
});

test('a timestamp without doc values is no timestamp, as in OpenSearch', async () => {
  await node.request('PUT', '/_index_template/flat', {
    index_patterns: ['flat-*'],
    data_stream: {},
    template: { mappings: { properties: { '@timestamp': { type: 'date', doc_values: false } } } },
  });
  const { status, json } = await node.request('POST', '/flat-a/_doc', { '@timestamp': '2024' });
  expect([status, json.error]).toEqual([
    400,
    expect.objectContaining({
      caused_by: expect.objectContaining({
        reason: "documents must contain a single-valued timestamp field '@timestamp' of date type",
      }),
    }),
  ]);
});

test('a filter that a new index cannot answer is refused, whatever makes the index', async () => {
  await node.request('PUT', '/_index_template/filtered', {
    index_patterns: ['filtered-*'],
    template: {
      aliases: { few: { filter: { range: { n: { lt: 'many' } } } } },
      mappings: { properties: { n: { type: 'long' } } },
    },
  });
  const stream = { index_patterns: ['few-*'], data_stream: {} };
  await node.request('PUT', '/_index_template/few', stream);
  for (const name of ['few-old', 'few-lazy']) await node.request('PUT', `/_data_stream/${name}`);
  await node.request('POST', '/few-lazy/_rollover?lazy');
  const filtered = {
    aliases: { few: { filter: { range: { n: { lt: 'many' } } } } },
    mappings: { properties: { n: { type: 'long' } } },
  };
  await node.request('PUT', '/_index_template/few', { ...stream, template: filtered });
  await node.request('PUT', '/plain-000001', {
    aliases: { rolled: {}, few: { filter: { range: { n: { lt: 'many' } } } } },
    settings: { 'index.blocks.write': true },
    mappings: { properties: { n: { type: 'keyword' } } },
  });
  const document = { '@timestamp': '2024-05-01', n: 1 };
  const refused = [
    await node.request('PUT', '/filtered-1/_doc/1', { n: 1 }),
    await node.request('POST', '/filtered-2/_update/1', { doc: { n: 1 }, doc_as_upsert: true }),
    await node.request('POST', '/rolled/_rollover/filtered-3'),
    await node.request('POST', '/few/_rollover/other-1', {
      mappings: { properties: { n: { type: 'long' } } },
    }),
    await node.request('POST', '/plain-000001/_clone/cloned', {
      aliases: { few: { filter: { nested: { path: 'no', query: { match_all: {} } } } } },
    }),
    await node.request('PUT', '/_data_stream/few-1'),
    await node.request('POST', '/few-2/_doc', document),
    await node.request('POST', '/few-old/_rollover'),
    await node.request('POST', '/few-lazy/_doc', document),
  ];
  const reason = 'failed to parse filter for alias [few]';
  const error = expect.objectContaining({ reason });
  expect(refused.map(({ status, json }) => [status, json.error])).toEqual(
    refused.map(() => [400, error]),
  );
  const made = '/filtered-*,other-*,cloned,few-1,few-2?allow_no_indices=false';
  expect((await node.request('HEAD', made)).status).toBe(404);
  expect(await backing('few-old')).toEqual(['.ds-few-old-000001']);
});

test('indices join a stream and leave it', async () => {
  await makeStreams('mod-*');
  await node.request('PUT', '/_data_stream/mod-a');
  const mappings = { properties: { '@timestamp': { type: 'date' } } };
  await node.request('PUT', '/old', { mappings, settings: { number_of_replicas: 0 } });
  await node.request('PUT', '/old/_doc/1?refresh=true', { '@timestamp': '2023-01-01' });
  await node.request('PUT', '/undated', { settings: { number_of_replicas: 0 } });
  const act = (kind: string, index: string) =>
    node.request<{ error?: { reason: string } }>('POST', '/_data_stream/_modify', {
      actions: [{ [kind]: { data_stream: 'mod-a', index } }],
    });
  expect((await act('add_backing_index', 'undated')).json.error?.reason).toContain('[@timestamp]');
  expect((await act('add_backing_index', 'old')).status).toBe(200);
  expect(await backing('mod-a')).toEqual(['old', '.ds-mod-a-000001']);
  expect((await node.request('GET', '/mod-a/_count')).json.count).toBe(1);
  expect((await act('remove_backing_index', '.ds-mod-a-000001')).status).toBe(400);
  expect((await act('remove_backing_index', 'old')).status).toBe(200);
  expect(await backing('mod-a')).toEqual(['.ds-mod-a-000001']);
  expect((await node.request('GET', '/old/_count')).json.count).toBe(1);
});

test('statistics tell sizes and the newest time', async () => {
  await makeStreams('stat-*');
  for (const day of ['2024-05-02', '2024-05-01'])
    await node.request('POST', '/stat-a/_doc?refresh=true', { '@timestamp': day });
  const { json } = await node.request('GET', '/_data_stream/stat-*/_stats');
  expect(json).toMatchObject({ data_stream_count: 1, backing_indices: 1 });
  expect(json.data_streams).toMatchObject([
    { data_stream: 'stat-a', maximum_timestamp: Date.parse('2024-05-02') },
  ]);
});

test('by-query requests change documents of a stream, reindex appends to one', async () => {
  await makeStreams('q-*');
  await node.request('POST', '/q-a/_doc?refresh=true', { '@timestamp': '2024-05-01', n: 1 });
  const script = { source: 'ctx._source.n = 2' };
  const updated = await node.request('POST', '/q-a/_update_by_query?refresh=true', { script });
  expect(updated.json).toMatchObject({ updated: 1, failures: [] });
  const copy = { source: { index: 'q-a' }, dest: { index: 'q-b', op_type: 'create' } };
  expect((await node.request('POST', '/_reindex?refresh=true', copy)).json.created).toBe(1);
  const found = await node.request('GET', '/q-b/_search');
  expect(found.json.hits).toMatchObject({ hits: [{ _source: { n: 2 } }] });
  const deleted = await node.request('POST', '/q-a/_delete_by_query', { query: { match_all: {} } });
  expect(deleted.json.deleted).toBe(1);
});

test('a hidden stream is found by name and by who asks for what is hidden', async () => {
  await makeStreams('hid-*', { data_stream: { hidden: true } });
  await node.request('POST', '/hid-a/_doc?refresh=true', { '@timestamp': '2024-05-01' });
  const count = async (path: string) => (await node.request('GET', `${path}`)).json.count;
  expect(await count('/hid-a/_count')).toBe(1);
  expect(await count('/hid-*/_count')).toBe(0);
  expect(await count('/hid-*/_count?expand_wildcards=all')).toBe(1);
});

describe('rights', () => {
  let secured: SecuredNode;
  const ADMIN = 'cluster:all indices:all:* templates:manage';

  beforeAll(async () => {
    secured = await SecuredNode.start();
    const admin = await secured.forge({ scope: ADMIN });
    const template = { settings: { number_of_replicas: 0 } };
    const body = { index_patterns: ['app-*'], data_stream: {}, template };
    await secured.ask(admin, 'PUT', '/_index_template/app', body);
    for (const [stream, level] of [
      ['app-a', 'info'],
      ['app-a', 'debug'],
      ['app-b', 'info'],
    ]) {
      const document = { '@timestamp': '2024-05-01', level };
      await secured.ask(admin, 'POST', `/${stream}/_doc?refresh=true`, document);
    }
  });
  afterAll(() => secured?.stop());

  it('on a stream are rights on its backing indices, and on no others', async () => {
    const token = await secured.forge({ scope: 'indices:read:app-a indices:write:app-a' });
    const counts = async (path: string) => {
      const { status, text } = await secured.ask(token, 'GET', path);
      return status === 200 ? (JSON.parse(text) as { count: number }).count : status;
    };
    expect(await counts('/app-a/_count')).toBe(2);
    expect(await counts('/app-*/_count')).toBe(2);
    expect(await counts('/.ds-app-a-000001/_count')).toBe(2);
    expect(await counts('/app-b/_count')).toBe(403);
    expect(await counts('/.ds-app-b-000001/_count')).toBe(403);
    const document = { '@timestamp': '2024-05-02' };
    expect((await secured.ask(token, 'POST', '/app-b/_doc', document)).status).toBe(403);
    expect((await secured.ask(token, 'POST', '/app-new/_doc', document)).status).toBe(403);
    expect((await secured.ask(token, 'POST', '/app-a/_rollover')).status).toBe(403);
    expect((await secured.ask(token, 'DELETE', '/_data_stream/app-a')).status).toBe(403);
    const listed = await secured.ask(token, 'GET', '/_data_stream');
    expect(listed.text).toContain('app-a');
    expect(listed.text).not.toContain('app-b');
  });

  it('restrictions of a stream hold in its backing indices', async () => {
    const token = await secured.forge({
      scope: 'indices:read:app-a',
      read_restrictions: [
        { scope: ['indices:read:app-a'], query: JSON.stringify({ match: { level: 'info' } }) },
      ],
    });
    for (const path of ['/app-a/_count', '/app-*/_count', '/.ds-app-a-000001/_count']) {
      const { text } = await secured.ask(token, 'GET', path);
      expect(JSON.parse(text)).toMatchObject({ count: 1 });
    }
  });
});
