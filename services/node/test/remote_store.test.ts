/**
 * Remote-backed indices of clusters of real processes: whatever was acknowledged is in the repository, and comes back when all nodes and their disks are gone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answered, TestCluster, type TestNode } from './test_cluster.js';

interface Hits {
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: object }[] };
}

interface BulkAnswer {
  readonly items: readonly { readonly index: { readonly _id: string; readonly status: number } }[];
}

const SHARDS = 2;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-remote-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function started(nodes: number): Promise<TestCluster> {
  const cluster = await TestCluster.start({ nodes, settings: { 'path.repo': folder } });
  await cluster.formed(nodes);
  await ok(cluster.up[0], 'PUT', '/_cluster/settings', {
    persistent: { 'cluster.remote_store.translog.buffer_interval': '0ms' },
  });
  return cluster;
}

const ok = <T = Record<string, unknown>>(
  node: TestNode | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => answered<T>(node, method, path, body);

const register = (node: TestNode | undefined, location: string) =>
  ok(node, 'PUT', '/_snapshot/store', { type: 'fs', settings: { location } });

function created(node: TestNode | undefined, index: string, settings: object = {}) {
  const remote = { enabled: true, segment: { repository: 'store' } };
  return ok(node, 'PUT', `/${index}`, {
    settings: {
      number_of_shards: SHARDS,
      number_of_replicas: 0,
      remote_store: remote,
      ...settings,
    },
    mappings: { properties: { at: { type: 'long' } } },
    aliases: { [`${index}-alias`]: {} },
  });
}

/** The ids that were acknowledged. */
async function write(
  node: TestNode | undefined,
  index: string,
  from: number,
  count: number,
): Promise<readonly string[]> {
  const lines = Array.from({ length: count }, (_, i) => {
    const source = { at: from + i, text: `document ${from + i}` };
    return `${JSON.stringify({ index: { _id: String(from + i) } })}\n${JSON.stringify(source)}\n`;
  });
  const answer = await node?.send<BulkAnswer>('POST', `/${index}/_bulk`, lines.join(''));
  const items = answer?.json.items ?? [];
  return items.flatMap(({ index: { _id, status } }) => (status < 300 ? [_id] : []));
}

async function idsOf(node: TestNode | undefined, index: string): Promise<readonly string[]> {
  await ok(node, 'POST', `/${index}/_refresh`);
  const body = { size: 10_000, query: { match_all: {} }, sort: ['at'] };
  const { hits } = await ok<Hits>(node, 'POST', `/${index}/_search`, body);
  return hits.hits.map(({ _id }) => _id);
}

const restored = (node: TestNode | undefined, ...indices: readonly string[]) =>
  ok(node, 'POST', '/_remotestore/_restore?wait_for_completion=true', { indices });

test('a new cluster has every document that was acknowledged, and goes on', async () => {
  const first = await started(1);
  await register(first.up[0], 'one');
  await created(first.up[0], 'books');
  const before = await write(first.up[0], 'books', 0, 300);
  await ok(first.up[0], 'POST', '/books/_flush?force=true');
  await ok(first.up[0], 'DELETE', '/books/_doc/7');
  const after = await write(first.up[0], 'books', 300, 200);
  expect(before.length + after.length).toBe(500);
  await first.stop();

  const second = await started(1);
  try {
    const [node] = second.up;
    await register(node, 'one');
    expect(await restored(node, 'books')).toEqual({
      remote_store: {
        indices: ['books'],
        shards: { total: SHARDS, failed: 0, successful: SHARDS },
      },
    });
    const expected = [...before, ...after].filter((id) => id !== '7');
    expect(await idsOf(node, 'books-alias')).toEqual(expected);
    expect(await write(node, 'books', 500, 10)).toHaveLength(10);
    expect(await idsOf(node, 'books')).toHaveLength(509);
  } finally {
    await second.stop();
  }
});
