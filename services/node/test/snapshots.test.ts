/**
 * Snapshots of a cluster of real processes: a snapshot restores the same content, another cluster
 * can read it, and whichever node dies meanwhile, reported work is complete and unreported work
 * leaves no files.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answeredBy, eventually, TestCluster, type TestNode } from './test_cluster.js';

interface SnapshotJson {
  readonly snapshot: string;
  readonly state: string;
  readonly indices: readonly string[];
  readonly shards: { readonly total: number; readonly failed: number; readonly successful: number };
}

interface Hits {
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: object }[] };
}

const DOCUMENTS = 400;

let folder: string;
let cluster: TestCluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-repositories-'));
  cluster = await TestCluster.start({ nodes: 3, settings: { 'path.repo': folder } });
  await ok('PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
});
afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ok = answeredBy(() => cluster);

async function fill(index: string, settings: object = {}, documents = DOCUMENTS): Promise<void> {
  await ok('PUT', `/${index}`, { settings: { number_of_shards: 3, ...settings } });
  await add(index, 0, documents);
}

async function add(index: string, from: number, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => {
    const id = from + at;
    const source = { id, text: `document ${id} of ${index}`, even: id % 2 === 0 };
    return `${JSON.stringify({ index: { _id: String(id) } })}\n${JSON.stringify(source)}\n`;
  });
  const answer = await cluster.up[0]?.send('POST', `/${index}/_bulk?refresh=true`, lines.join(''));
  expect(answer?.json).toMatchObject({ errors: false });
}

/** The sources of all documents by id. */
async function contents(index: string, node?: TestNode): Promise<Record<string, object>> {
  const body = { size: 10_000, query: { match_all: {} } };
  await ok('POST', `/${index}/_refresh`, undefined, node);
  const { hits } = await ok<Hits>('POST', `/${index}/_search`, body, node);
  return Object.fromEntries(hits.hits.map(({ _id, _source }) => [_id, _source]));
}

const take = (name: string, indices: string) =>
  ok<{ snapshot: SnapshotJson }>('PUT', `/_snapshot/r/${name}?wait_for_completion=true`, {
    indices,
  });

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

test('the requests of docs/SNAPSHOTS.md', async () => {
  const page = readFileSync(resolve(__dirname, '../../../docs/SNAPSHOTS.md'), 'utf8');
  const requests = [...page.matchAll(/```\n(\w+) (\S+)\n(.*?)```/gs)];
  expect(requests.length).toBeGreaterThan(10);
  for (const [, method = '', path = '', body = ''] of requests) {
    const sent = body.trim() === '' ? undefined : body;
    const { status, json } = (await cluster.up[0]?.send(method, path, sent)) ?? {};
    expect([path, status, json]).toEqual([path, status === 201 ? 201 : 200, json]);
  }
});

test('an index comes back as it was, under another name beside it and in its place', async () => {
  await fill('books', { number_of_replicas: 1 });
  await ok('PUT', '/books/_alias/reading');
  const before = await contents('books');
  const { snapshot } = await take('first', 'books');
  expect(snapshot).toMatchObject({ state: 'SUCCESS', shards: { total: 3, failed: 0 } });
  await add('books', DOCUMENTS, 10);
  await ok('DELETE', '/books/_doc/7?refresh=true');
  const later = await contents('books');
  const renamed = { rename_pattern: '(.+)', rename_replacement: 'old_$1', include_aliases: false };
  await ok('POST', '/_snapshot/r/first/_restore?wait_for_completion=true', renamed);
  expect(await contents('old_books')).toEqual(before);
  expect(await contents('books')).toEqual(later);
  await ok('POST', '/books/_close');
  await ok('POST', '/_snapshot/r/first/_restore?wait_for_completion=true', { indices: 'books' });
  await cluster.green('/_cluster/health/books');
  expect(await contents('reading')).toEqual(before);
  await add('books', DOCUMENTS, 1);
  expect(Object.keys(await contents('books'))).toHaveLength(DOCUMENTS + 1);
});

test('a second snapshot brings what is new, and each goes by itself', async () => {
  await fill('logs', { number_of_replicas: 0 }, 4_000);
  await ok('POST', '/logs/_forcemerge?max_num_segments=1');
  const before = bytesIn(join(folder, 'r'));
  await take('logs-1', 'logs');
  const first = bytesIn(join(folder, 'r')) - before;
  await add('logs', 4_000, 40);
  await take('logs-2', 'logs');
  const second = bytesIn(join(folder, 'r')) - before - first;
  expect(second).toBeLessThan(first / 4);
  await ok('DELETE', '/_snapshot/r/logs-1');
  await ok('DELETE', '/logs');
  await ok('POST', '/_snapshot/r/logs-2/_restore?wait_for_completion=true');
  expect(Object.keys(await contents('logs'))).toHaveLength(4_040);
});

test('another cluster reads the repository, and neither overwrites what the other wrote', async () => {
  await fill('shared', { number_of_replicas: 0 });
  const before = await contents('shared');
  await take('shared', 'shared');
  const other = await TestCluster.start({ nodes: 1, settings: { 'path.repo': folder } });
  try {
    const node = other.node('n1');
    await ok('PUT', '/_snapshot/mine', { type: 'fs', settings: { location: 'r' } }, node);
    const path = '/_snapshot/mine/shared/_restore?wait_for_completion=true';
    await ok('POST', path, { indices: 'shared' }, node);
    expect(await contents('shared', node)).toEqual(before);
    await ok('PUT', '/_snapshot/mine/theirs?wait_for_completion=true', {}, node);
    const refused = await cluster.up[0]?.request(
      'PUT',
      '/_snapshot/r/ours?wait_for_completion=true',
    );
    expect(refused?.status).toBe(500);
    const { snapshots } = await ok<{ snapshots: SnapshotJson[] }>('GET', '/_snapshot/r/_all');
    expect(snapshots.map(({ snapshot }) => snapshot)).toEqual(
      expect.arrayContaining(['shared', 'theirs']),
    );
  } finally {
    await other.stop();
  }
  // After the repository is registered again, this cluster continues with its content.
  await ok('DELETE', '/_snapshot/r');
  await ok('PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  await take('ours', 'shared');
});

test('what a clone and a deletion need is kept', async () => {
  await fill('a', { number_of_replicas: 0 });
  await fill('b', { number_of_replicas: 0 });
  const before = await contents('b');
  await take('both', 'a,b');
  await ok('PUT', '/_snapshot/r/both/_clone/only-b', { indices: 'b' });
  await ok('DELETE', '/_snapshot/r/both');
  await ok('POST', '/_snapshot/r/_cleanup');
  await ok('DELETE', '/b');
  await ok('POST', '/_snapshot/r/only-b/_restore?wait_for_completion=true');
  expect(await contents('b')).toEqual(before);
});

test('an index that had more shards in another snapshot is cloned with those it has', async () => {
  await ok('PUT', '/again', { settings: { number_of_shards: 2, number_of_replicas: 0 } });
  await take('two-shards', 'again');
  await ok('DELETE', '/again');
  await fill('again', { number_of_shards: 1, number_of_replicas: 0 });
  const before = await contents('again');
  await take('one-shard', 'again');
  await ok('PUT', '/_snapshot/r/one-shard/_clone/cloned', { indices: 'again' });
  const { snapshots } = await ok<{ snapshots: { state: string; shards: object }[] }>(
    'GET',
    '/_snapshot/r/cloned',
  );
  expect(snapshots).toMatchObject([
    { state: 'SUCCESS', shards: { total: 1, successful: 1, failed: 0 } },
  ]);
  await ok('DELETE', '/again');
  await ok('POST', '/_snapshot/r/cloned/_restore?wait_for_completion=true');
  expect(await contents('again')).toEqual(before);
});

test('global state and data streams come back where they are asked for', async () => {
  await ok('PUT', '/_index_template/events', {
    index_patterns: ['events*'],
    data_stream: {},
    template: { settings: { number_of_replicas: 0 } },
  });
  await ok('PUT', '/_ingest/pipeline/kept', { processors: [{ set: { field: 'x', value: 1 } }] });
  await ok('POST', '/events-1/_doc?refresh=true', { '@timestamp': '2026-01-01', n: 1 });
  await ok('POST', '/events-1/_rollover');
  await ok('POST', '/events-1/_doc?refresh=true', { '@timestamp': '2026-01-02', n: 2 });
  await take('state', 'events-1');
  await ok('DELETE', '/_data_stream/events-1');
  await ok('DELETE', '/_index_template/events');
  await ok('DELETE', '/_ingest/pipeline/kept');
  await ok('POST', '/_snapshot/r/state/_restore?wait_for_completion=true', {
    include_global_state: true,
  });
  expect(Object.keys(await contents('events-1'))).toHaveLength(2);
  await ok('GET', '/_ingest/pipeline/kept');
  await ok('POST', '/events-1/_doc', { '@timestamp': '2026-01-03', n: 3 });
});

test('whoever dies while a snapshot is taken, it ends, and what it says is so', async () => {
  await fill('kept', { number_of_replicas: 1 }, 3_000);
  await cluster.green();
  const before = await contents('kept');
  // A rate at which the snapshot takes some seconds.
  const slow = { type: 'fs', settings: { location: 'slow', max_snapshot_bytes_per_sec: '40kb' } };
  await ok('PUT', '/_snapshot/slow', slow);
  const master = await cluster.formed(3);
  const dying = [cluster.nodes.find((node) => node !== master), master];
  for (const [at, node] of dying.entries()) {
    if (node === undefined) throw new Error('three nodes have one that does not lead');
    await ok('PUT', `/_snapshot/slow/s${at}`, { indices: 'kept', partial: true });
    await node.kill();
    const ended = await eventually('the snapshot has ended', async () => {
      const [other] = cluster.up;
      const found = await ok<{ snapshots: SnapshotJson[] }>(
        'GET',
        `/_snapshot/slow/s${at}`,
        undefined,
        other,
      );
      const [one] = found.snapshots;
      return one === undefined || one.state === 'IN_PROGRESS' ? undefined : one;
    });
    expect(ended.shards.failed + ended.shards.successful).toBe(3);
    await node.start();
    await cluster.formed(3);
    await cluster.green('/_cluster/health/kept');
    if (ended.state !== 'SUCCESS') continue;
    const target = `kept-${at}`;
    const path = `/_snapshot/slow/s${at}/_restore?wait_for_completion=true`;
    await ok('POST', path, { rename_pattern: 'kept', rename_replacement: target });
    expect(await contents(target)).toEqual(before);
  }
});

test('a restore whose files are damaged leaves no index', async () => {
  await fill('hurt', { number_of_replicas: 0 }, 2_000);
  await ok('PUT', '/_snapshot/bad', { type: 'fs', settings: { location: 'bad' } });
  await ok('PUT', '/_snapshot/bad/s?wait_for_completion=true', { indices: 'hurt' });
  await ok('DELETE', '/hurt');
  const root = join(folder, 'bad', 'indices');
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.startsWith('data-'))
      rmSync(join(entry.parentPath, entry.name));
  }
  const path = '/_snapshot/bad/s/_restore?wait_for_completion=true';
  const answer = await cluster.up[0]?.request('POST', path);
  expect(answer?.json).toMatchObject({ error: { type: 'snapshot_restore_exception' } });
  expect((await cluster.up[0]?.request('GET', '/hurt'))?.status).toBe(404);
});
