/**
 * Every figure that a cluster reports is either changed by the work done here, or stands by its
 * name in unmoved_figures.ts with the reason. A new figure that nothing counts fails this test, and
 * so does an outdated reason.
 */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';
import { figureOf, MAY_REST, NEVER_MOVED, OF_LINUX, STEADY } from './unmoved_figures.js';

let cluster: TestCluster;
beforeAll(async () => {
  // Sizes of queues and caches that the work here can fill.
  const settings = {
    'thread_pool.write.queue_size': '4',
    'thread_pool.search.queue_size': '4',
    'indices.requests.cache.size': '8kb',
    'indices.fielddata.cache.size': '64b',
  };
  cluster = await TestCluster.start({ nodes: 2, settings });
  await cluster.formed(2);
});
afterAll(() => cluster.stop());

type Leaves = Map<string, number>;

/** Collects numbers by path. Ids of nodes are left out, and values of the same path are added. */
function leavesOf(value: unknown, path: readonly string[], found: Leaves): void {
  if (typeof value === 'number') {
    const name = path.join('.');
    found.set(name, (found.get(name) ?? 0) + value);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) leavesOf(inner, [...path, key], found);
  }
}

interface NodeAnswer {
  readonly adaptive_selection: object;
  readonly script_cache: { readonly sum: object; readonly contexts: readonly object[] };
  readonly [section: string]: unknown;
}
interface NodesAnswer {
  readonly nodes: Readonly<Record<string, NodeAnswer>>;
}
interface StatsAnswer {
  readonly _all: unknown;
}

function leavesOfNode(node: NodeAnswer, found: Leaves): void {
  const { adaptive_selection: adaptive, script_cache: scripts, timestamp: _, ...parts } = node;
  leavesOf(parts, ['nodes'], found);
  for (const one of Object.values(adaptive)) {
    leavesOf(one, ['nodes', 'adaptive_selection', 'node'], found);
  }
  leavesOf(scripts.sum, ['nodes', 'script_cache', 'sum'], found);
  // Script contexts have the same counters: they are added.
  for (const one of scripts.contexts) {
    leavesOf(one, ['nodes', 'script_cache', 'context'], found);
  }
}

async function numbers([node]: readonly TestNode[]): Promise<Leaves> {
  const found: Leaves = new Map();
  const { nodes } = (await (node as TestNode).request<NodesAnswer>('GET', '/_nodes/stats')).json;
  for (const one of Object.values(nodes)) leavesOfNode(one, found);
  const stats = (await (node as TestNode).request<StatsAnswer>('GET', '/_stats?groups=*')).json;
  leavesOf(stats._all, ['stats'], found);
  const { timestamp: __, ...whole } = (
    await (node as TestNode).request<Record<string, unknown>>('GET', '/_cluster/stats')
  ).json;
  leavesOf(whole, ['cluster'], found);
  return found;
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

const asker =
  (node: TestNode | undefined): Ask =>
  async (method, path, body) => {
    const { status, json } = await (node as TestNode).request(method, path, body);
    return { ...json, status };
  };

const FIELDDATA = { type: 'text', fielddata: true };
const IDS = Array.from({ length: 20 }, (_, i) => `${i}`);
const ON_PRIMARIES = 'preference=_primary';

async function writeWords(ask: Ask): Promise<void> {
  for (const id of IDS)
    await ask('PUT', `/w/_doc/${id}`, { n: Number(id), t: `word ${id}`, u: id, c: `word ${id}` });
}

async function writeAndRead(ask: Ask): Promise<void> {
  await ask('PUT', '/w', {
    settings: {
      number_of_shards: 2,
      number_of_replicas: 1,
      'index.translog.flush_threshold_size': '1kb',
    },
    mappings: { properties: { t: FIELDDATA, u: FIELDDATA, c: { type: 'completion' } } },
  });
  await cluster.green();
  await writeWords(ask);
  await ask('PUT', '/w/_doc/bad', { n: 'no number' });
  await ask('POST', '/w/_update/1', { doc: { n: 1 } });
  await ask('POST', '/w/_refresh');
  await ask('DELETE', '/w/_doc/3?refresh=true');
  await ask('POST', '/w/_flush?force=true');
  for (let i = 0; i < 10; i++) {
    const query = { match: { t: `word ${i}` } };
    await ask('POST', `/w/_search?${ON_PRIMARIES}`, { query, stats: ['g'] });
    const suggest = { s: { prefix: `word ${i}`, completion: { field: 'c' } } };
    await ask('POST', `/w/_search?${ON_PRIMARIES}`, { suggest });
  }
}

/** Repeats a request, and sends more requests than the cache has space for. */
async function fillRequestCache(ask: Ask): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const body = { size: 0, query: { range: { n: { gte: -i } } } };
    await ask('POST', `/w/_search?${ON_PRIMARIES}`, body);
    await ask('POST', `/w/_search?${ON_PRIMARIES}`, body);
  }
}

async function openAndClose(ask: Ask): Promise<void> {
  const { _scroll_id: scroll } = await ask('POST', `/w/_search?scroll=1m&${ON_PRIMARIES}`, {
    size: 1,
  });
  const { pit_id: pit } = await ask('POST', '/w/_search/point_in_time?keep_alive=1m');
  await ask('DELETE', '/_search/scroll', { scroll_id: scroll });
  await ask('DELETE', '/_search/point_in_time', { pit_id: [pit] });
}

/** Compiles more scripts than the cache keeps, and more than the rate limit allows. */
async function compileTooMany(ask: Ask): Promise<void> {
  await ask('PUT', '/_cluster/settings', {
    transient: {
      'script.context.field.cache_max_size': 1,
      'script.context.number_sort.max_compilations_rate': '2/60m',
    },
  });
  for (let i = 0; i < 12; i++) {
    const script_fields = { twice: { script: `doc.n.value * ${i}` } };
    await ask('POST', '/w/_search', { script_fields });
    await ask('POST', '/w/_search', { sort: { _script: { type: 'number', script: `${i}` } } });
  }
}

const LIMITS = [
  'indices.breaker.request.limit',
  'indices.breaker.fielddata.limit',
  'network.breaker.inflight_requests.limit',
  'indices.breaker.total.limit',
];

async function tripBreakers(ask: Ask): Promise<void> {
  const search = { query: { match: { t: 'word' } }, sort: [{ n: 'desc' }] };
  for (const key of LIMITS) {
    // A segment that no search has loaded into memory yet.
    await ask('PUT', '/w/_doc/1?refresh=true', { n: 1, t: 'word 1' });
    await ask('PUT', '/_cluster/settings', { transient: { [key]: '0b' } });
    const { status } = await ask('POST', '/w/_search?allow_partial_search_results=false', search);
    await ask('PUT', '/_cluster/settings', { transient: { [key]: null } });
    expect([key, status]).toEqual([key, 429]);
  }
}

async function fillQueues(ask: Ask): Promise<void> {
  const refused = async (asks: readonly Promise<Record<string, unknown>>[]) =>
    (await Promise.all(asks)).some(({ status }) => status === 429 || status === 503);
  const many = Array.from({ length: 200 }, (_, i) => i);
  await eventually('a queue of searches that is full', async () => {
    const query = { match: { t: 'word' } };
    return (
      (await refused(many.map((i) => ask('POST', '/w/_search', { size: 10 + i, query })))) ||
      undefined
    );
  });
  await eventually('a queue of writes that is full', async () => {
    return (await refused(many.map((i) => ask('PUT', `/w/_doc/${i % 20}`, { n: i })))) || undefined;
  });
}

/** Sends documents through a slow pipeline; some fail. */
async function ingest(ask: Ask): Promise<void> {
  const fail = { message: 'no', if: 'ctx.n % 2 == 0' };
  const script = 'for (int i = 0; i < 100000; i++) { ctx.x = i }';
  await ask('PUT', '/_ingest/pipeline/p', { processors: [{ script }, { fail }] });
  for (const id of IDS) await ask('PUT', `/piped/_doc/${id}?pipeline=p`, { n: Number(id) });
}

async function fillIngestQueue(ask: Ask): Promise<void> {
  await ingest(ask);
  await eventually('a queue of ingestion that is full', async () => {
    const many = IDS.map((id) => ask('PUT', `/piped/_doc/${id}?pipeline=p`, { n: 1 }));
    return (await Promise.all(many)).some(({ status }) => status === 429) || undefined;
  });
}

async function writesThatWait(ask: Ask): Promise<void> {
  await ask('PUT', '/lonely', { settings: { number_of_replicas: 3 } });
  const { status } = await ask('PUT', '/lonely/_doc/1?wait_for_active_shards=4&timeout=1ms', {});
  expect(status).toBe(503);
}

/**
 * Runs `look` while momentary figures are not 0: two kinds of contexts are open, and a write waits
 * for a refresh on an open connection. `openOneMore` holds another connection for some seconds.
 */
async function withSomethingOpen<T>(
  ask: Ask,
  look: (openOneMore: () => void) => Promise<T>,
): Promise<T> {
  await ask('PUT', '/v', { settings: { refresh_interval: -1, number_of_shards: 1 } });
  await cluster.green('/_cluster/health/v');
  await ask('POST', `/w/_search?scroll=1h&${ON_PRIMARIES}`, { size: 1 });
  await ask('POST', `/w/_search/point_in_time?keep_alive=1h&${ON_PRIMARIES}`);
  const held: Promise<unknown>[] = [];
  const openOneMore = (): void => {
    held.push(ask('GET', '/_cluster/health?wait_for_nodes=9&timeout=5s'));
  };
  const waiting = ask('PUT', '/v/_doc/1?refresh=wait_for', {});
  await eventually('a write that waits', async () => {
    const { _all } = (await ask('GET', '/v/_stats/refresh')) as {
      _all?: { primaries: { refresh: { listeners: number } } };
    };
    return (_all?.primaries.refresh.listeners ?? 0) > 0 ? true : undefined;
  });
  const seen = await look(openOneMore);
  await ask('POST', '/v/_refresh');
  expect(await waiting).toMatchObject({ status: 201 });
  await Promise.all(held);
  return seen;
}

/**
 * Fills field data, evicts it and fills it again, with completions, in segments that are not merged
 * before the figures are read.
 */
async function fillFieldData(ask: Ask): Promise<void> {
  await writeWords(ask);
  await ask('POST', '/w/_refresh');
  const sorted = async () => {
    for (const field of ['t', 'u'])
      await ask('POST', `/w/_search?${ON_PRIMARIES}`, { sort: field });
  };
  await sorted();
  for (const limit of ['0b', null]) {
    const transient = { 'indices.breaker.fielddata.limit': limit };
    await ask('PUT', '/_cluster/settings', { transient });
  }
  await sorted();
}

/**
 * Does a little of every kind of timed work; it is repeated until the figures reach milliseconds.
 */
async function takeTime(ask: Ask): Promise<void> {
  await ingest(ask);
  for (const there of [IDS, IDS.map((id) => `none-${id}`)]) {
    const ids = Array.from({ length: 50 }, () => there).flat();
    await ask('POST', `/w/_mget?${ON_PRIMARIES}`, { ids });
  }
  for (const id of ['1', '5']) await ask('PUT', `/w/_doc/${id}`, { n: 1, t: 'word 1' });
  await ask('DELETE', '/w/_doc/2?refresh=true');
  await ask('POST', '/w/_flush?force=true');
  await ask('POST', '/w/_forcemerge?max_num_segments=1');
  await ask('DELETE', '/w/_doc/5?refresh=true');
  await fillFieldData(ask);
  await openAndClose(ask);
  await ask('POST', `/w/_search?size=0&${ON_PRIMARIES}`);
  const suggest = { s: { text: 'wrd', term: { field: 't', suggest_mode: 'always' } } };
  await ask('POST', `/w/_search?${ON_PRIMARIES}`, { suggest });
  await ask('POST', `/w/_search?${ON_PRIMARIES}`, {
    query: { match: { t: 'word' } },
    stats: ['g'],
  });
  await searchInRarePhases(ask);
}

/** Counts words of all shards first, and expands groups. */
async function searchInRarePhases(ask: Ask): Promise<void> {
  const query = { match: { t: 'word' } };
  const collapse = { field: 'n', inner_hits: { name: 'same' } };
  await ask('POST', '/w,piped/_search?search_type=dfs_query_then_fetch', { query });
  await ask('POST', '/w/_search', { query, collapse });
}

function unmoved(before: Leaves, after: Leaves): string[] {
  return [...after.keys()].filter((path) => after.get(path) === (before.get(path) ?? 0));
}

const isExplained = (path: string) =>
  [NEVER_MOVED, STEADY, MAY_REST, OF_LINUX].some((reasons) => figureOf(path) in reasons);

it('every number is moved by work, or there is a reason why not', async () => {
  const before = await numbers(cluster.nodes);
  const [ask, other] = cluster.nodes.map(asker) as [Ask, Ask];
  await writeAndRead(ask);
  await fillRequestCache(other);
  await compileTooMany(ask);
  await fillQueues(ask);
  await fillIngestQueue(ask);
  await writesThatWait(ask);
  await tripBreakers(ask);
  let after: Leaves = new Map();
  let still: readonly string[] = [];
  await withSomethingOpen(ask, (openOneMore) =>
    eventually('everything has moved', async () => {
      await takeTime(ask);
      after = await numbers(cluster.nodes);
      still = unmoved(before, after).filter((path) => !isExplained(path));
      if (still.length === 0) return true;
      // On a busy machine as many connections may have been open before, and the write that was
      // refused may have met another queue.
      openOneMore();
      if (still.some((path) => path.includes('.ingest.'))) await fillIngestQueue(ask);
      throw new Error(still.join(' '));
    }),
  );
  const figures = new Set([...after.keys()].map(figureOf));
  for (const reasons of [NEVER_MOVED, STEADY, MAY_REST]) {
    expect(Object.keys(reasons).filter((figure) => !figures.has(figure))).toEqual([]);
  }
  const rested = new Set(unmoved(before, after));
  const moved = [...after.keys()].filter(
    (path) => figureOf(path) in NEVER_MOVED && !rested.has(path),
  );
  expect(moved).toEqual([]);
  const empty = [...after].filter(([path, value]) => figureOf(path) in STEADY && value === 0);
  expect(empty).toEqual([]);
});

it('searches are counted by the groups that they name, and shown for those that are asked for', async () => {
  const [first, second] = cluster.nodes as [TestNode, TestNode];
  const one = { query: { match_all: {} }, size: 1 };
  await first.request('PUT', '/g', { settings: { number_of_shards: 1, number_of_replicas: 1 } });
  await first.request('PUT', '/g/_doc/1?refresh=true', {});
  for (const node of [first, second]) {
    for (const stats of [['red'], ['red', 'blue'], []]) {
      await node.request('POST', '/g/_search', { ...one, stats });
    }
    await node.request('GET', '/g/_search?stats=blue,__proto__');
  }
  type Groups = {
    readonly _all: { readonly total: { readonly search: Readonly<Record<string, unknown>> } };
  };
  const groupsOf = async (asked: string) =>
    (await first.request<Groups>('GET', `/g/_stats/search${asked}`)).json._all.total.search.groups;
  expect(await groupsOf('')).toBeUndefined();
  expect(await groupsOf('?groups=none')).toBeUndefined();
  const counted = (count: number) =>
    expect.objectContaining({ query_total: count, fetch_total: count });
  expect(await groupsOf('?groups=r*')).toEqual({ red: counted(4) });
  const all = JSON.stringify(await groupsOf('?groups=_all'));
  expect(Object.keys(JSON.parse(all)).sort()).toEqual(['__proto__', 'blue', 'red']);
});
