/**
 * Sends every request to every node: three real nodes, an index of three shards with a replica
 * each, so that no node has all of it.
 */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const DOCUMENTS = 60;
const INDEX = 'spread';
/** Milliseconds that a client waits for an answer. */
const PATIENCE_MS = 60_000;

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3 });
  await cluster.formed(3);
  const [first] = cluster.nodes as [TestNode];
  const settings = { number_of_shards: 3, number_of_replicas: 1 };
  const mappings = {
    properties: { n: { type: 'integer' }, word: { type: 'keyword' }, text: { type: 'text' } },
  };
  await first.request('PUT', `/${INDEX}`, { settings, mappings });
  // A copy that is being relocated counts twice in the answers to writes.
  await cluster.green('/_cluster/health?wait_for_no_relocating_shards=true');
  for (let n = 0; n < DOCUMENTS; n++) {
    const node = cluster.nodes[n % 3] as TestNode;
    const source = { n, word: `w${n % 5}`, text: `the ${n % 2 ? 'odd' : 'even'} number ${n}` };
    const { status, json } = await node.request('PUT', `/${INDEX}/_doc/${n}`, source);
    expect({ status, json }).toMatchObject({
      status: 201,
      json: { _shards: { total: 2, successful: 2, failed: 0 } },
    });
  }
  expect((await first.request('POST', `/${INDEX}/_refresh`)).json).toEqual({
    _shards: { total: 6, successful: 6, failed: 0 },
  });
});

afterAll(() => cluster.stop());

/** The number of documents in the segments that points in time hold. */
async function heldDocuments(node: TestNode, path: string, body?: object): Promise<number> {
  const rows = await node.request<readonly Record<string, string>[]>(
    'GET',
    `/_cat/pit_segments${path}?format=json&h=docs.count,prirep,id`,
    body,
  );
  expect(rows.status).toBe(200);
  return rows.json.reduce((sum, row) => sum + Number(row['docs.count']), 0);
}

/** Sends a request to every node, and expects the same answer from each. */
async function everywhere<T>(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly json: T }> {
  const answers = [];
  for (const node of cluster.nodes) answers.push(await node.request<T>(method, path, body));
  const [first, ...others] = answers.map((answer) => comparable(answer));
  for (const other of others) expect(other).toEqual(first);
  return answers[0] as { status: number; json: T };
}

/**
 * Members that differ from request to request: the duration, the node that answered, and what a
 * copy has yet to learn from its primary.
 */
const PASSING: ReadonlySet<string> = new Set([
  'took',
  'timestamp',
  'node',
  'global_checkpoint',
  'explanation',
]);

function comparable<T>(answer: T): T {
  const text = JSON.stringify(answer, (key, value) => (PASSING.has(key) ? 0 : value));
  return JSON.parse(text) as T;
}

interface Hits {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly _id: string }[];
  };
  readonly _shards: { readonly total: number; readonly failed: number };
  readonly _scroll_id?: string;
  readonly pit_id?: string;
}

const ids = ({ hits }: Hits) => hits.hits.map(({ _id }) => _id);
const BY_N = { sort: [{ n: 'asc' }] };

test('searches of all kinds', async () => {
  const { json } = await everywhere<Hits>('POST', `/${INDEX}/_search`, {
    ...BY_N,
    query: { match: { text: 'odd' } },
    size: 5,
  });
  expect(ids(json)).toEqual(['1', '3', '5', '7', '9']);
  expect(json.hits.total.value).toBe(DOCUMENTS / 2);
  expect(json._shards).toMatchObject({ total: 3, failed: 0 });
  const dfs = { query: { match: { text: 'number 7' } }, size: 1 };
  const path = `/${INDEX}/_search?search_type=dfs_query_then_fetch`;
  expect(ids((await everywhere<Hits>('POST', path, dfs)).json)).toEqual(['7']);
  const lookup = { query: { ids: { values: ['3', '30'] } }, sort: [{ n: 'desc' }] };
  expect(ids((await everywhere<Hits>('POST', `/${INDEX}/_search`, lookup)).json)).toEqual([
    '30',
    '3',
  ]);
  expect((await everywhere('POST', `/${INDEX}/_count`, {})).json).toMatchObject({
    count: DOCUMENTS,
  });
  const one = `/${INDEX}/_search?preference=_shards:1&sort=n`;
  const { hits } = (await everywhere<Hits>('GET', one)).json;
  expect(hits.total.value).toBeGreaterThan(0);
  expect(hits.total.value).toBeLessThan(DOCUMENTS);
});

test('documents by their ids', async () => {
  for (const id of ['1', '2', '3', '4']) {
    const { json } = await everywhere('GET', `/${INDEX}/_doc/${id}`);
    expect(json).toMatchObject({ _id: id, found: true, _source: { n: Number(id) } });
  }
  const wanted = Array.from({ length: DOCUMENTS + 1 }, (_, i) => String(i));
  const { json } = await everywhere<{ docs: readonly { found: boolean }[] }>(
    'POST',
    `/${INDEX}/_mget`,
    { ids: wanted },
  );
  expect(json.docs.map(({ found }) => found)).toEqual(wanted.map((id) => Number(id) < DOCUMENTS));
  expect((await everywhere('GET', `/${INDEX}/_doc/none`)).status).toBe(404);
  const query = { query: { match: { text: 'even' } } };
  expect((await everywhere('POST', `/${INDEX}/_explain/4`, query)).json).toMatchObject({
    matched: true,
  });
  expect((await everywhere('GET', `/${INDEX}/_termvectors/4?fields=text`)).json).toMatchObject({
    found: true,
  });
  expect((await everywhere('POST', `/${INDEX}/_validate/query`, query)).json).toMatchObject({
    valid: true,
  });
});

test('errors are those of one node', async () => {
  const bad = { query: { term: { n: 'x' } } };
  expect((await everywhere('POST', `/${INDEX}/_search`, bad)).status).toBe(400);
  expect((await everywhere('GET', `/${INDEX}/_search?preference=_nearest`)).status).toBe(400);
  const typed = { version_type: 'later' };
  expect((await everywhere('POST', `/${INDEX}/_termvectors/4`, typed)).status).toBe(400);
  expect((await everywhere('GET', '/nowhere/_search')).status).toBe(404);
});

test('a scroll and a point in time go on on any node', async () => {
  const [a, b, c] = cluster.nodes as [TestNode, TestNode, TestNode];
  const first = await a.request<Hits>('POST', `/${INDEX}/_search?scroll=1m`, { ...BY_N, size: 25 });
  const found = ids(first.json);
  const { _scroll_id } = first.json;
  for (const node of [b, c, a]) {
    const page = await node.request<Hits>('POST', '/_search/scroll', {
      scroll: '1m',
      scroll_id: _scroll_id,
    });
    expect(page.status).toBe(200);
    found.push(...ids(page.json));
  }
  expect(found).toEqual(Array.from({ length: DOCUMENTS }, (_, i) => String(i)));
  const freed = await c.request('DELETE', '/_search/scroll', { scroll_id: _scroll_id });
  expect(freed.json).toEqual({ succeeded: true, num_freed: 3 });
  const gone = await b.request('POST', '/_search/scroll', { scroll_id: _scroll_id });
  expect(gone.status).toBe(404);

  const pit = await b.request<Hits>('POST', `/${INDEX}/_search/point_in_time?keep_alive=1m`);
  await c.request('PUT', `/${INDEX}/_doc/late?refresh=true`, { n: 1000 });
  for (const node of cluster.nodes) {
    const body = { pit: { id: pit.json.pit_id }, size: 0, track_total_hits: true };
    const answer = await node.request<Hits>('POST', '/_search', body);
    expect(answer.json.hits.total.value).toBe(DOCUMENTS);
    const list = await node.request<{ pits: readonly unknown[] }>(
      'GET',
      '/_search/point_in_time/_all',
    );
    expect(list.json.pits).toHaveLength(1);
    expect(await heldDocuments(node, '/_all')).toBe(DOCUMENTS);
    expect(await heldDocuments(node, '', { pit_id: [pit.json.pit_id] })).toBe(DOCUMENTS);
  }
  await a.request('DELETE', '/_search/point_in_time/_all');
  await a.request('DELETE', `/${INDEX}/_doc/late?refresh=true`);
  expect(
    (await everywhere<{ pits: readonly unknown[] }>('GET', '/_search/point_in_time/_all')).json
      .pits,
  ).toEqual([]);
});

test('writes go to their primary from anywhere, and are visible everywhere when they say so', async () => {
  for (const [i, node] of cluster.nodes.entries()) {
    for (const refresh of ['true', 'wait_for']) {
      const id = `${refresh}-${i}`;
      await node.request('PUT', `/${INDEX}/_doc/${id}?refresh=${refresh}`, { n: -1, word: id });
      // A filter has no score. A score depends on which deleted documents a copy still has.
      const query = { query: { bool: { filter: { term: { word: id } } } } };
      const { json } = await everywhere<Hits>('POST', `/${INDEX}/_search?preference=_local`, query);
      expect(ids(json)).toEqual([id]);
      const replicas = `/${INDEX}/_search?preference=_replica`;
      expect(ids((await node.request<Hits>('POST', replicas, query)).json)).toEqual([id]);
    }
  }
  for (const node of cluster.nodes) {
    const script = { script: { source: 'ctx._source.n += params.by', params: { by: 10 } } };
    const { json } = await node.request('POST', `/${INDEX}/_update/true-0`, script);
    expect(json).toMatchObject({ result: 'updated', _shards: { total: 2, successful: 2 } });
  }
  expect((await everywhere('GET', `/${INDEX}/_source/true-0`)).json).toMatchObject({ n: 29 });
  const removed = { query: { range: { n: { lt: 0 } } } };
  const [first] = cluster.nodes as [TestNode];
  await first.request('POST', `/${INDEX}/_delete_by_query?refresh=true`, removed);
  await first.request('DELETE', `/${INDEX}/_doc/true-0?refresh=true`);
  expect((await everywhere('GET', `/${INDEX}/_count`)).json).toMatchObject({ count: DOCUMENTS });
});

test('what is told of nodes and shards is told of all of them', async () => {
  const stats = await everywhere<Record<string, never>>(
    'GET',
    // Merges of the copies continue between two requests, and so does what their primary knows of
    // them.
    `/${INDEX}/_stats/docs?level=shards&filter_path=_shards,**.docs.count,**.routing`,
  );
  expect(stats.json).toMatchObject({
    _shards: { total: 6, successful: 6, failed: 0 },
    _all: { primaries: { docs: { count: DOCUMENTS } }, total: { docs: { count: 2 * DOCUMENTS } } },
  });
  for (const node of cluster.nodes) {
    const shards = await node.request<readonly Record<string, string>[]>(
      'GET',
      `/_cat/shards/${INDEX}?format=json&h=prirep,docs,node`,
    );
    const sum = shards.json.reduce((docs, shard) => docs + Number(shard.docs), 0);
    expect(sum).toBe(2 * DOCUMENTS);
    expect(new Set(shards.json.map((shard) => shard.node)).size).toBe(3);
    for (const path of ['/_nodes', '/_nodes/stats', '/_cluster/stats']) {
      const { json } = await node.request('GET', path);
      expect(json).toMatchObject({ _nodes: { total: 3, successful: 3, failed: 0 } });
    }
    const names = async (path: string) =>
      (await node.request<readonly Record<string, string>[]>('GET', `${path}?format=json`)).json
        .map((row) => row.name ?? row.node)
        .sort();
    expect(await names('/_cat/nodes')).toEqual(['n1', 'n2', 'n3']);
    expect(await names('/_cat/allocation')).toEqual(['n1', 'n2', 'n3']);
  }
});

test('no search, get or write fails while a node is killed', async () => {
  const [a, b, victim] = cluster.nodes as [TestNode, TestNode, TestNode];
  const problems: unknown[] = [];
  let asked = 0;
  let isOver = false;
  const ask = async (node: TestNode) => {
    for (let turn = 0; !isOver; turn++) {
      const search = await node.request<Hits>(
        'POST',
        `/${INDEX}/_search`,
        { ...BY_N, size: 3 },
        PATIENCE_MS,
      );
      const total = search.json.hits?.total.value;
      if (search.status !== 200 || total !== DOCUMENTS || search.json._shards.failed > 0)
        problems.push(search);
      const get = await node.request(
        'GET',
        `/${INDEX}/_doc/${turn % DOCUMENTS}`,
        undefined,
        PATIENCE_MS,
      );
      if (get.status !== 200) problems.push(get);
      const write = await node.request(
        'PUT',
        `/${INDEX}/_doc/0`,
        { n: 0, word: 'w0', text: 'the even number 0' },
        PATIENCE_MS,
      );
      if (write.status !== 200) problems.push(write);
      asked += 3;
    }
  };
  const clients = [a, b].map(ask);
  const more = async (count: number) => {
    const wanted = asked + count;
    await eventually(`${count} more requests`, async () => (asked >= wanted ? true : undefined));
  };
  await more(30);
  await victim.kill();
  await more(60);
  await victim.start();
  await cluster.formed(3);
  await cluster.green();
  await more(30);
  isOver = true;
  await Promise.all(clients);
  expect(problems).toEqual([]);
});

test('a write that asks for more copies than there are is refused in time', async () => {
  const [a] = cluster.nodes as [TestNode];
  const path = `/${INDEX}/_doc/0?wait_for_active_shards=3&timeout=1s`;
  const { status, json } = await a.request('PUT', path, { n: 0 });
  expect({ status, json }).toMatchObject({
    status: 503,
    json: { error: { type: 'unavailable_shards_exception' } },
  });
});

test('an asynchronous search is found, waited for and ended from every node', async () => {
  const [first, second, third] = cluster.nodes as [TestNode, TestNode, TestNode];
  const path = `/${INDEX}/_async_search?keep_on_completion=true&size=0`;
  const begun = await first.request<{ id: string }>('POST', path, { query: { match_all: {} } });
  expect(begun.status).toBe(200);
  const { id } = begun.json;
  for (const node of cluster.nodes) {
    const { json } = await node.request(
      'GET',
      `/_async_search/${id}?wait_for_completion_timeout=1m`,
    );
    expect(json).toMatchObject({
      id,
      is_running: false,
      is_partial: false,
      response: { _shards: { total: 3, failed: 0 }, hits: { total: { value: DOCUMENTS } } },
    });
  }
  const asOpenSearch = await second.request('GET', `/_plugins/_asynchronous_search/${id}`);
  expect(asOpenSearch.json).toMatchObject({ id, state: 'STORE_RESIDENT' });
  expect((await third.request('DELETE', `/_async_search/${id}`)).json).toEqual({
    acknowledged: true,
  });
  for (const node of cluster.nodes) {
    expect((await node.request('GET', `/_async_search/status/${id}`)).status).toBe(404);
  }
});
