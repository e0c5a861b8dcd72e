/**
 * Indices that are searched in a repository, on real processes: their answers equal those of a full
 * restore, whatever the file cache holds; nothing is lost with a node or with its disk; and the
 * snapshot stays as long as the index.
 */
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { answeredBy, eventually, TestCluster, type TestNode } from './test_cluster.js';

const DOCUMENTS = 3_000;
/** The size of the file cache: smaller than the files of the index, so that blocks are evicted. */
const CACHE_BYTES = 300 * 1024;
const SETTINGS = {
  'node.search.cache.size': `${CACHE_BYTES}b`,
  'node.search.cache.block_size': '16kb',
  'node.search.fetch_timeout': '5s',
};
const RESTORE = { rename_pattern: '(.+)', include_aliases: false };

interface Hits {
  readonly _shards: { readonly failed: number };
  readonly hits: { readonly total: { readonly value: number } };
}

interface CacheStats {
  readonly used_in_bytes: number;
  readonly total_in_bytes: number;
  readonly evictions_in_bytes: number;
  readonly hit_count: number;
  readonly miss_count: number;
}

let folder: string;
let cluster: TestCluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-searchable-'));
  cluster = await TestCluster.start({ nodes: 2, settings: { ...SETTINGS, 'path.repo': folder } });
  // The chunk size is no multiple of the block size.
  const settings = { location: 'r', chunk_size: '30kb' };
  await ok('PUT', '/_snapshot/r', { type: 'fs', settings });
  await ok('PUT', '/books', {
    settings: { number_of_shards: 2, number_of_replicas: 0 },
    mappings: {
      properties: { text: { type: 'text' }, tag: { type: 'keyword' }, at: { type: 'date' } },
    },
  });
  for (let from = 0; from < DOCUMENTS; from += 1_000) await add(from, 1_000);
  for (const id of [5, 77, 1_234]) await ok('DELETE', `/books/_doc/${id}`);
  await ok('PUT', '/_snapshot/r/s?wait_for_completion=true', { indices: 'books' });
  await restore('full', {});
  // A copy of a node that comes back may start at once: it has no files that are worth waiting for.
  const settled = { 'index.unassigned.node_left.delayed_timeout': '0s' };
  await restore('far', { storage_type: 'remote_snapshot', index_settings: settled });
});
afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ok = answeredBy(() => cluster);

const restore = (name: string, more: object) =>
  ok('POST', '/_snapshot/r/s/_restore?wait_for_completion=true', {
    ...RESTORE,
    indices: 'books',
    rename_replacement: name,
    ...more,
  });

async function add(from: number, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => {
    const id = from + at;
    const words = Array.from({ length: 20 }, (__, n) => `w${(id * (n + 3)) % 211}`);
    const source = {
      text: words.join(' '),
      tag: `t${id % 7}`,
      count: id,
      at: new Date(1.6e12 + id * 3.6e6).toISOString(),
    };
    return `${JSON.stringify({ index: { _id: String(id) } })}\n${JSON.stringify(source)}\n`;
  });
  const answer = await cluster.up[0]?.send('POST', '/books/_bulk?refresh=true', lines.join(''));
  expect(answer?.json).toMatchObject({ errors: false });
}

async function cacheOf(node: TestNode | undefined): Promise<CacheStats> {
  const { nodes } = await ok<{ nodes: Record<string, { name: string; file_cache: CacheStats }> }>(
    'GET',
    '/_nodes/_local/stats/file_cache',
    undefined,
    node,
  );
  const [own] = Object.values(nodes);
  if (own === undefined) throw new Error('no stats');
  return own.file_cache;
}

function blocksOn(node: TestNode | undefined): readonly string[] {
  const path = join(node?.dataPath ?? '', 'file_cache');
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const word = fc.nat(210).map((n) => `w${n}`);
const query: fc.Arbitrary<object> = fc.oneof(
  fc.constant({ match_all: {} }),
  word.map((text) => ({ match: { text } })),
  fc.tuple(word, word).map((words) => ({ match_phrase: { text: words.join(' ') } })),
  fc.nat(9).map((n) => ({ prefix: { text: `w1${n}` } })),
  fc.nat(7).map((n) => ({ term: { tag: `t${n}` } })),
  fc
    .tuple(fc.nat(DOCUMENTS), fc.nat(DOCUMENTS))
    .map(([gte, lt]) => ({ range: { count: { gte, lt } } })),
  fc
    .array(fc.nat(DOCUMENTS), { maxLength: 5 })
    .map((ids) => ({ ids: { values: ids.map(String) } })),
);
const both: fc.Arbitrary<object> = fc
  .tuple(query, query)
  .map(([must, must_not]) => ({ bool: { must, must_not } }));
const aggregation: fc.Arbitrary<object> = fc.constantFrom(
  {},
  { tags: { terms: { field: 'tag' }, aggs: { mean: { avg: { field: 'count' } } } } },
  { days: { date_histogram: { field: 'at', calendar_interval: 'month' } } },
  { far: { percentiles: { field: 'count' } } },
);
const search = fc.record({
  query: fc.oneof(query, both),
  size: fc.nat(12),
  from: fc.nat(5),
  sort: fc.constantFrom(
    [{ _score: 'desc' }, { count: 'asc' }],
    [{ count: 'desc' }],
    [{ tag: 'asc' }, { count: 'asc' }],
  ),
  aggs: aggregation,
  highlight: fc.constantFrom({}, { fields: { text: {} } }),
  track_total_hits: fc.constant(true),
});

/** The part of an answer that does not depend on the name of the index or on time. */
function comparable(answer: object): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value) =>
      key === 'took' || key === '_index' ? undefined : value,
    ),
  );
}

async function checkSame(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(search, fc.nat(DOCUMENTS + 5), async (body, id) => {
      const node = cluster.up[id % cluster.up.length];
      const [full, far] = await Promise.all(
        ['full', 'far'].map((index) => ok('POST', `/${index}/_search`, body, node)),
      );
      expect(comparable(far ?? {})).toEqual(comparable(full ?? {}));
      const [one, other] = await Promise.all(
        ['full', 'far'].map((index) => node?.request('GET', `/${index}/_doc/${id}`)),
      );
      expect(other?.status).toBe(one?.status);
      expect(comparable(other?.json ?? {})).toEqual(comparable(one?.json ?? {}));
    }),
    { numRuns: runs },
  );
}

test('searches, aggregations and gets have the answers of a full restore', async () => {
  await checkSame(120);
  for (const node of cluster.up) {
    const stats = await cacheOf(node);
    expect(stats.total_in_bytes).toBe(CACHE_BYTES);
    expect(stats.used_in_bytes).toBeLessThanOrEqual(CACHE_BYTES);
    expect(stats.miss_count).toBeGreaterThan(0);
    const onDisk = blocksOn(node).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(onDisk).toBeLessThan(CACHE_BYTES * 1.1);
  }
});

test('has no files of its own but those the list of the shard has', async () => {
  const stats = await ok<{ indices: Record<string, { uuid: string }> }>('GET', '/far/_stats/store');
  const uuid = stats.indices.far?.uuid ?? '';
  const bytes = cluster.up.flatMap(({ dataPath }) => {
    const path = join(dataPath, 'indices', uuid);
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  });
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(40_000);
});

/**
 * Mounts an index that has not been searched and has nothing in the cache; the memory of other
 * indices does not help it.
 */
async function mountCold(name: string): Promise<void> {
  await restore(name, { storage_type: 'remote_snapshot' });
  await ok('POST', `/${name}/_cache/clear?file=true`);
}

const EVERYTHING = { size: 1_000, query: { match_all: {} }, sort: [{ count: 'asc' }] };

async function missesOf(nodes: readonly TestNode[]): Promise<number> {
  const stats = await Promise.all(nodes.map(cacheOf));
  return stats.reduce((sum, { miss_count }) => sum + miss_count, 0);
}

test('an empty cache is filled again', async () => {
  await ok('POST', '/far/_cache/clear?file=true');
  for (const node of cluster.up) {
    expect(blocksOn(node)).toEqual([]);
    expect(await cacheOf(node)).toMatchObject({ used_in_bytes: 0 });
  }
  await checkSame(20);
  await mountCold('cleared');
  const before = await missesOf(cluster.up);
  await ok('POST', '/cleared/_search', EVERYTHING);
  expect(await missesOf(cluster.up)).toBeGreaterThan(before);
  await ok('DELETE', '/cleared');
});

test('a repository that is gone for a while fails shards, and hangs nobody', async () => {
  await mountCold('cut');
  renameSync(join(folder, 'r'), join(folder, 'away'));
  try {
    const answer = await cluster.up[0]?.request<Hits>('POST', '/cut/_search', EVERYTHING);
    const failures = answer?.status === 200 ? answer.json._shards.failed : undefined;
    expect([answer?.status, failures]).not.toEqual([200, 0]);
    expect(JSON.stringify(answer?.json)).toMatch(/repository_exception/);
  } finally {
    renameSync(join(folder, 'away'), join(folder, 'r'));
  }
  const found = await ok<Hits>('POST', '/cut/_search', EVERYTHING);
  expect(found._shards.failed).toBe(0);
  await ok('DELETE', '/cut');
});

test('the snapshot and its repository stay as long as the index', async () => {
  const deletion = await cluster.up[0]?.request('DELETE', '/_snapshot/r/s');
  expect(deletion).toMatchObject({
    status: 409,
    json: { error: { type: 'snapshot_in_use_deletion_exception' } },
  });
  expect((await cluster.up[0]?.request('DELETE', '/_snapshot/r'))?.status).toBe(500);
  await ok('PUT', '/_snapshot/r/other?wait_for_completion=true', { indices: 'full' });
  await ok('DELETE', '/_snapshot/r/other');
  await ok('POST', '/_snapshot/r/_cleanup');
  await ok('POST', '/far/_cache/clear?file=true');
  await checkSame(20);
});

test('a policy removes what is too many, but not what is searched', async () => {
  await ok('PUT', '/_slm/policy/p', {
    schedule: '0 0 1 1 1 ?',
    name: 'taken',
    repository: 'r',
    config: { indices: ['full'], include_global_state: false },
    retention: { max_count: 1 },
  });
  const taken: string[] = [];
  const takeOne = async () => {
    const { snapshot_name: name } = await ok<{ snapshot_name: string }>(
      'PUT',
      '/_slm/policy/p/_execute',
    );
    taken.push(name);
    await eventually('the snapshot is taken', async () => {
      const { snapshots } = await ok<{ snapshots: { state: string }[] }>(
        'GET',
        `/_snapshot/r/${name}`,
      );
      return snapshots.every(({ state }) => state === 'SUCCESS') ? true : undefined;
    });
  };
  await takeOne();
  const searched = { ...RESTORE, rename_replacement: 'kept', storage_type: 'remote_snapshot' };
  await ok('POST', `/_snapshot/r/${taken[0]}/_restore?wait_for_completion=true`, searched);
  await takeOne();
  await takeOne();
  await ok('POST', '/_slm/_execute_retention');
  await eventually('the second is removed', async () => {
    const { snapshots } = await ok<{ snapshots: { snapshot: string }[] }>(
      'GET',
      '/_snapshot/r/taken*',
    );
    const left = snapshots.map(({ snapshot }) => snapshot);
    expect(left).toContain(taken[0]);
    expect(left).toContain(taken[2]);
    return left.length === 2 ? true : undefined;
  });
  await ok('DELETE', '/_slm/policy/p');
  await ok('DELETE', '/kept');
});

test('writes are refused, and so is what would need other files', async () => {
  const blocked = {
    status: 403,
    json: {
      error: {
        type: 'cluster_block_exception',
        reason: 'index [far] blocked by: [FORBIDDEN/13/remote index is read-only];',
      },
    },
  };
  const node = cluster.up[0];
  expect(await node?.request('PUT', '/far/_doc/1', { text: 'x' })).toMatchObject(blocked);
  expect(await node?.request('DELETE', '/far/_doc/1')).toMatchObject(blocked);
  expect(await node?.request('POST', '/far/_update/1', { doc: {} })).toMatchObject(blocked);
  expect(await node?.request('POST', '/far/_close')).toMatchObject(blocked);
  expect(await node?.request('POST', '/far/_forcemerge')).toMatchObject(blocked);
  await ok('POST', '/far/_refresh');
  await ok('POST', '/far/_flush');
  const given = { settings: { 'index.store.type': 'remote_snapshot' } };
  expect((await node?.request('PUT', '/no', given))?.status).toBe(400);
});

test('a snapshot of it has the documents, and comes back as an index of its own', async () => {
  await ok('PUT', '/_snapshot/r/again?wait_for_completion=true', { indices: 'far' });
  const path = '/_snapshot/r/again/_restore?wait_for_completion=true';
  await ok('POST', path, { ...RESTORE, indices: 'far', rename_replacement: 'near' });
  const { count } = await ok<{ count: number }>('GET', '/near/_count');
  expect(count).toBe(DOCUMENTS - 3);
  await ok('PUT', '/near/_doc/new?refresh=true', { text: 'written' });
  await ok('DELETE', '/near');
});

test('what was opened stays, and a shard goes where it is sent', async () => {
  const opened = await ok<{ pit_id: string }>('POST', '/far/_search/point_in_time?keep_alive=5m');
  const recovered = await ok<Record<string, { shards: { type: string; stage: string }[] }>>(
    'GET',
    '/far/_recovery',
  );
  for (const { type, stage } of recovered.far?.shards ?? []) {
    expect([type, stage]).toEqual(['SNAPSHOT', 'DONE']);
  }
  const shards = async () =>
    ok<{ node: string; state: string }[]>('GET', '/_cat/shards/far?format=json');
  await ok('PUT', '/far/_settings', { 'index.routing.allocation.exclude._name': 'n2' });
  await eventually('all shards are on one node', async () =>
    (await shards()).every(({ node, state }) => node === 'n1' && state === 'STARTED')
      ? true
      : undefined,
  );
  await checkSame(20);
  await ok('PUT', '/far/_settings', { 'index.routing.allocation.exclude._name': null });
  await cluster.green('/_cluster/health/far?wait_for_no_relocating_shards=true');
  await ok('DELETE', '/_search/point_in_time', { pit_id: opened.pit_id });
  await checkSame(20);
});

test('a replica reads the repository itself, and goes on when the node of its primary is killed', async () => {
  await ok('PUT', '/far/_settings', { 'index.number_of_replicas': 1 });
  await cluster.green('/_cluster/health/far');
  const second = cluster.node('n2');
  await second.kill();
  const { count } = await eventually('the copies that are left answer', async () => {
    const answer = await cluster.up[0]?.request<{ count: number; _shards: { failed: number } }>(
      'GET',
      '/far/_count',
    );
    return answer?.status === 200 && answer.json._shards.failed === 0 ? answer.json : undefined;
  });
  expect(count).toBe(DOCUMENTS - 3);
  await second.start();
  await cluster.green('/_cluster/health/far,full');
  await checkSame(20);
});

test('a node that was killed goes on with its blocks; one that has lost its disk without', async () => {
  const kept = cluster.node('n1');
  const lost = cluster.node('n2');
  await checkSame(20);
  expect(blocksOn(kept).length).toBeGreaterThan(0);
  await Promise.all([kept.kill(), lost.kill()]);
  for (const name of ['file_cache', 'indices']) {
    rmSync(join(lost.dataPath, name), { recursive: true, force: true });
  }
  await Promise.all([kept.start(), lost.start()]);
  await cluster.green('/_cluster/health/far');
  const found = await eventually('all shards answer', async () => {
    const answer = await kept.request<Hits>('GET', '/far/_search?q=tag:t3&track_total_hits=true');
    return answer.status === 200 && answer.json._shards.failed === 0 ? answer.json : undefined;
  });
  const expected = Array.from({ length: DOCUMENTS }, (_, id) => id).filter(
    (id) => id % 7 === 3 && ![5, 77, 1_234].includes(id),
  );
  expect(found.hits.total.value).toBe(expected.length);
});

test('its blocks go with it', async () => {
  await ok('DELETE', '/far');
  await eventually('no block is left', async () =>
    cluster.up.every((node) => blocksOn(node).length === 0) ? true : undefined,
  );
  await ok('DELETE', '/_snapshot/r/s');
});
